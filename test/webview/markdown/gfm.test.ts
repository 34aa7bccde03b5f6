// GitHub's own examples of its extensions render as on GitHub.
import assert from 'node:assert/strict';
import { gfmExamples } from '../../support/markdown/gfmExamples';
import { StreamedTrials } from '../support/streamedTrials';

/** Numbers of examples that Portico renders otherwise, and why. */
const deviations: Readonly<Record<number, string>> = {
  628: 'ftp addresses are no links, because they are not opened',
  653: 'raw HTML is text',
};

describe('GitHub’s examples', () => {
  let trials: StreamedTrials;

  before(async () => {
    trials = await StreamedTrials.start();
  });
  after(() => trials.stop());

  for (const { number, extension, markdown, html } of gfmExamples) {
    const deviation = deviations[number];
    it(`renders ${number} (${extension}) ${deviation === undefined ? 'as GitHub does' : `otherwise: ${deviation}`}`, async () => {
      const [actual, expected] = [comparable(await trials.gitHubHtml(markdown)), comparable(html)];
      if (deviation === undefined) {
        assert.equal(actual, expected);
      } else {
        assert.notEqual(actual, expected, 'The deviation is gone: remove it from the list.');
      }
    });
  }
});

/** Leaves out the white space between blocks and has characters for entities. */
function comparable(html: string): string {
  return html
    .replaceAll(/(?<=>)\s+|\s+(?=<(?:\/?(?:li|ul|ol|p|blockquote|table)|$))/gu, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
