// Shows Portico's chat view when VS Code starts. Portico itself opens nothing, so only `npm start` installs this.
const { commands } = require('vscode');

exports.activate = () => commands.executeCommand('portico.focusChat');
