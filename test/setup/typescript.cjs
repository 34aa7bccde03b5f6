// Required by all rings of mocha: compiles the tests. Not by an option of Node, which the threads and processes that a test
// starts would inherit: loading the compiler takes longer than their own work.
const commonJs = require('tsx/cjs/api');
const modules = require('tsx/esm/api');

commonJs.register();
// For `import()`.
modules.register();
