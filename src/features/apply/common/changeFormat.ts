// What a model is told when files are attached: the format of changes that lands best (docs/apply.md has the measure).

/** At most 80 tokens. */
export const changeFormat = `To change an attached file, write a code block whose info string is the language and the path, as in \`\`\`ts src/a.ts, with blocks of this form. Quote the lines exactly, and enough of them to be unique.
<<<<<<< SEARCH
lines of the file
=======
new lines
>>>>>>> REPLACE`;
