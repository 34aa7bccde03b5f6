// The names of shells in fences: their blocks are commands.
export const shellLanguage =
  /^(?:ba|z|fi|k|c)?sh$|^(?:shell|console|terminal|shell-?session|powershell|pwsh|ps1|cmd|bat|batch)$/iu;
