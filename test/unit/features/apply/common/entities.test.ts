import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodedIfCloser } from '../../../../../src/features/apply/common/entities';

describe('decodedIfCloser', () => {
  const file = ['if (rows.length > 0 && a < b) {', '  say("&amp;");', "  log('x');", '}'];

  it('decodes all lines where more of them are then the file’s', () => {
    const answer = ['if (rows.length &gt; 0 &amp;&amp; a &lt; b) {', '  log(&#39;y&#39;);', '}'];
    assert.deepEqual(decodedIfCloser(answer, file), [file[0], "  log('y');", '}']);
  });

  it('keeps the entities that the file has, and those of new lines in such a file', () => {
    const answer = ['  say("&amp;");', '  say("&lt;");', '}'];
    assert.deepEqual(decodedIfCloser(answer, file), answer);
    const jsx = ['<p>', '  Fish &amp; chips', '</p>'];
    assert.deepEqual(decodedIfCloser(['  Salt &amp; pepper'], jsx), ['  Salt &amp; pepper']);
  });

  it('keeps the entities of a line that has signs itself', () => {
    const jsx = ['<p>Salt &amp; pepper</p>'];
    assert.deepEqual(decodedIfCloser(jsx, ['<p>Salt</p>']), jsx);
  });

  it('keeps a line that the file has as it stands', () => {
    const answer = ['if (rows.length &gt; 0 &amp;&amp; a &lt; b) {', '  say("&amp;");'];
    const more = [...answer, '  log(&#39;x&#39;);'];
    assert.deepEqual(decodedIfCloser(more, file), file.slice(0, 3));
  });

  it('never takes a line for a change that is the file’s but for its entities', () => {
    const answer = ['  say("&amp;");', '  log(&apos;x&apos;);', '  new("&lt;");'];
    assert.deepEqual(decodedIfCloser(answer, file), [file[1], file[2], '  new("&lt;");']);
  });

  it('decodes the only line with an entity, but none in a string', () => {
    const go = ['func get() *Settings {', '\treturn &Settings{', '\t}', '}'];
    assert.deepEqual(decodedIfCloser(['\treturn &amp;Other{'], go), ['\treturn &Other{']);
    const text = ['  show("&lt;");'];
    assert.deepEqual(decodedIfCloser(text, ['  show("a");']), text);
  });

  it('keeps an entity of documentation, if no code has one', () => {
    const java = ['/** Low: score &lt; 28. */', 'LOW,'];
    assert.deepEqual(decodedIfCloser(java, ['/** Low. */', 'LOW,']), java);
  });

  it('decodes a string that is nearly one of the file', () => {
    const page = ['  return \'<b class="title">Total</b>\';'];
    assert.deepEqual(
      decodedIfCloser(['  return \'&lt;b class="title"&gt;Totals&lt;/b&gt;\';'], page),
      ['  return \'<b class="title">Totals</b>\';'],
    );
  });

  it('decodes each entity once', () => {
    assert.deepEqual(decodedIfCloser(['a &amp;lt; b'], ['a &lt; b']), ['a &lt; b']);
  });

  it('gives back each file that was written with entities', () => {
    const line = fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", 'a', ' ') });
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const plain = lines.filter((one) => !/&(?:lt|gt|quot|amp|#39);/u.test(one));
        const encoded = plain.map((one) =>
          one.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
        );
        assert.deepEqual(decodedIfCloser(encoded, plain), plain);
      }),
    );
  });
});
