// What is read of saved events that have a word that this version does not know: everything but the part with the word.
import assert from 'node:assert/strict';
import * as v from 'valibot';
import { eventSchema, readKnown } from '../../../../src/conversation/node/conversationSchema';
import { examplesOf, withWord, wordsIn } from '../../../support/savedWords';

describe('readKnown', () => {
  it("takes each saved event for a newer Portico's at each of its words, and makes of it what the schema accepts", () => {
    for (const event of examplesOf(eventSchema)) {
      for (const path of wordsIn(eventSchema, event)) {
        const { known, isNewer } = readKnown(eventSchema, withWord(event, path, 'not a word'));
        assert.ok(isNewer, path.join('.'));
        assert.ok(known === undefined || v.is(eventSchema, known), path.join('.'));
      }
    }
  });
});
