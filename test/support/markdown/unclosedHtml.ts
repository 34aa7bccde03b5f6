// HTML blocks that end only with a mark of their own: without it they swallow all that follows.
export const unclosedHtml: readonly string[] = [
  '<!--',
  '<script>',
  '<style>',
  '<textarea>',
  '<pre>',
  '<?php',
  '<!X',
  '<![CDATA[',
];
