// However a text is cut, the document is the same in the end, and what is finished stays as it is and where it is.
import { longAnswer } from '../../referenceGateway/models/longAnswer';
import { piecesOf } from '../../support/markdown/blockEvents';
import { propertyRuns } from '../../support/propertyRuns';
import { longBlocks } from '../support/longBlocks';
import { StreamedTrials } from '../support/streamedTrials';

const documents = propertyRuns(250);
/** The documents are the same in each run. */
const seed = 14;
/** With a fence before it, what is laid out at once ends where a piece of this length ends. */
const maxLength = '```\n'.length + 4_096;

describe('an answer that arrives in pieces', function () {
  this.timeout(300_000);
  let trials: StreamedTrials;

  before(async () => {
    trials = await StreamedTrials.start();
  });
  after(() => trials.stop());

  for (const length of [1, 4, 67]) {
    it(`is the document of the whole text, for all examples of the specifications in pieces of ${length}`, () =>
      trials.checkExamples(length));
  }

  it('is the document of the whole text, for long blocks of each kind', () =>
    trials.check(
      longBlocks.flatMap((text) => [67, maxLength].map((length) => piecesOf(text, length))),
    ));

  it('is the document of the whole text, for texts with too much markup to show', () =>
    trials.check(crowdedTexts.flatMap((text) => [7, 400].map((length) => piecesOf(text, length)))));

  it('is the document of the whole text, with definitions after the links to them', () =>
    trials.check(
      lateDefinitions.flatMap((text) => [1, 2, 3, 5].map((length) => piecesOf(text, length))),
    ));

  it(`is the document of the whole text, for ${documents} random documents cut anywhere`, () =>
    trials.checkRandom(documents, seed));

  it('moves footnotes one by one, also those that are defined again', () =>
    trials.checkSteps([
      'a[^1]\n\n[^1]: b\n\n'.repeat(50),
      '[^1]: b\n'.repeat(50),
      Array.from({ length: 50 }, (_, n) => `a[^${n}]\n\n[^${n}]: b\n\n`).join(''),
    ]));

  it('has the same words for screen readers as the whole text', () =>
    trials.checkSpeech([1, 5, 13, 67, 400].map((length) => piecesOf(longAnswer(20_000), length))));

  it('shows what find searches', () =>
    trials.checkSearchedText(
      [
        'a[^2]\n\n[^2]: two[^1]\n\nb[^1]\n\n[^1]: one[^2]\n',
        '[^2]: [^1]\n\nb[^2]\n\n[^1]: one\n',
        ...lateDefinitions,
      ],
      documents,
      seed,
    ));
});

/** With more marks than the view shows as markup. */
const crowdedTexts: readonly string[] = [
  `[a]: https://e.example\n\n${'[a] '.repeat(1_700)}`,
  '~~a'.repeat(1_500),
  `$x$ and ${`$$\n\\begin{matrix}${'a&'.repeat(380)}\\end{matrix}\n$$\n\n$y_{${'z'.repeat(900)}}$ `.repeat(30)}`,
];

const lateDefinitions: readonly string[] = [
  '[foo]\n\n[foo]: https://foo.example\n"title"\n\nend\n',
  '[foo]\n\n[foo]: https://foo.example\n"title\nof two lines"\n\nend\n',
  '[foo]\n\n[foo]:\nhttps://foo.example\n(title)\n',
  '[foo]\n\n[foo]: https://foo.example "tit\nle"\n',
  '[foo]\n\n[foo]: https://foo.example "tit\nle" no\n',
  '- [foo]\n- [foo]\n\n> [foo]: https://foo.example\n"title"\n\nend\n',
  '[foo] [a|b]\n\n[a|b]: https://foo.example\n--- | ---\n',
  '| [foo] |\n|---|\n| [foo] |\n\n[foo]: https://foo.example\n"title"\n',
  '[foo][foo] ![foo]\n\nx\n\n[foo]: https://a.example\n"a"\n[foo]: https://b.example\n',
  `${'[foo] and more. '.repeat(200)}\n\n[foo]: https://foo.example\n"title"\n`,
];
