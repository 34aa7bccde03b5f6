import assert from 'node:assert/strict';
import type * as pdfAttachmentModule from '../../../../../../src/features/attachments/host/sources/pdfAttachment';
import { withVsCodeTexts } from '../../../../../support/withVsCodeTexts';

const { pdfProblemText } = withVsCodeTexts(
  () =>
    require('../../../../../../src/features/attachments/host/sources/pdfAttachment') as typeof pdfAttachmentModule,
);

describe('pdfProblemText', () => {
  it('names the limit that a file exceeds', () => {
    assert.equal(
      pdfProblemText('timeout', 'slow.pdf'),
      "The text of slow.pdf couldn't be read within 20 seconds.",
    );
    assert.equal(
      pdfProblemText('tooMuchMemory', 'bomb.pdf'),
      "bomb.pdf needs too much memory. Its text can't be read.",
    );
    assert.equal(
      pdfProblemText('pageTooLong', 'long.pdf'),
      'The first page of long.pdf has too much text. The limit is 1 MB.',
    );
  });
});
