// The key of the instruction files in the workspace's memento, in a file of its own: only where it is set, the rest of the
// code is loaded.

export const instructionsKey = 'portico.instructionFiles';
