// The compiler compares the saved events with ConversationEvent in one direction only: an event type that the schema
// lacks would be written and not be read again.
import assert from 'node:assert/strict';
import { eventSchema } from '../../../../src/conversation/node/conversationSchema';
import type { ConversationEvent } from '../../../../src/conversation/common/conversationEvent';

const isSaved: Readonly<Record<ConversationEvent['type'], boolean>> = {
  asked: true,
  retried: true,
  versionChosen: true,
  retryScheduled: true,
  requestAdjusted: true,
  textAppended: true,
  textReclassified: true,
  ended: true,
  // Only shown, in this window.
  resumed: false,
  continued: true,
  modelChosen: true,
  renamed: true,
  turnsOmitted: true,
  summaryFailed: true,
  gatewayChosen: true,
};

describe('the schema of saved events', () => {
  it('has each type of event that is saved, and no other', () => {
    const inSchema = eventSchema.options.map(({ entries }) => entries.type.literal);
    const saved = Object.entries(isSaved).flatMap(([type, saves]) => (saves ? [type] : []));
    assert.deepEqual(inSchema.toSorted(), saved.toSorted());
  });
});
