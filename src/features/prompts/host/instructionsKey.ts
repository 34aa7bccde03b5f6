// The key of the instruction files in the workspace's memento. It has its own file because the rest of the code is loaded
// only where the key is set.

export const instructionsKey = 'portico.instructionFiles';
