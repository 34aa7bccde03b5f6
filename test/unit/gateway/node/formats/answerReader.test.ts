import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { chat } from '../../../../../src/gateway/node/formats/chatCompletions';
import { ReportedError } from '../../../../../src/gateway/node/http/exchangeError';
import { SseReader } from '../../../../../src/gateway/node/http/sse';
import { readerOf } from '../../../../support/streams/readerOf';

const chunk = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n';
const finish = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';

const trace = [
  'Traceback (most recent call last):',
  '  File "server.py", line 10, in stream',
  '    yield model.step(x)',
  '          ~~~~~~~~~~^^^',
  'torch.OutOfMemoryError: CUDA out of memory.',
].join('\n');

const page = '<html><body>\n<p>The worker was restarted.</p>\n</body></html>';

/** What a stream that ended says about its end. */
function errorAtEnd(stream: string): unknown {
  const sse = new SseReader();
  const reader = readerOf(chat);
  for (const event of [...sse.push(new TextEncoder().encode(stream)), ...sse.end()]) {
    reader.push([event].flat());
  }
  if (sse.unreadText !== '') {
    reader.push([{ data: sse.unreadText, isError: false }]);
  }
  const error = reader.errorAtEnd;
  return error instanceof ReportedError ? error.body : error?.failure.kind;
}

describe('the end of a stream without a finish reason', () => {
  it('is explained by plain text after the last event', () => {
    for (const [stream, text] of [
      ['data: upstream failed: quota\n\n', 'upstream failed: quota'],
      ['data: upstream failed: quota\n\ndata: [DONE]\n\n', 'upstream failed: quota'],
      [`${chunk}data: upstream failed\n\n`, 'upstream failed'],
      [`${chunk}Internal Server Error\n`, 'Internal Server Error'],
      ['data: one\ndata: two\n\n', 'one\ntwo'],
      ['data: [ERROR] No GPU free\n\n', '[ERROR] No GPU free'],
      [`${chunk}data: [12:30:01] out of memory\n\n`, '[12:30:01] out of memory'],
      ['data: 余额不足\n\n', '余额不足'],
      [`${chunk}服务器内部错误，请稍后重试\n`, '服务器内部错误，请稍后重试'],
      [`${chunk}data: Ошибка сервера\n\n`, 'Ошибка сервера'],
      [`${chunk}Unauthorized\n`, 'Unauthorized'],
      ['Unauthorized', 'Unauthorized'],
      [`${chunk}error: out of memory\n\n`, 'error: out of memory'],
      [`${chunk}服务器错误\n`, '服务器错误'],
      [`${chunk}RuntimeError: CUDA out of memory`, 'RuntimeError: CUDA out of memory'],
      [`${chunk}httpx.ReadTimeout: timed out\n`, 'httpx.ReadTimeout: timed out'],
      [
        `${chunk}thread 'main' panicked at src/a.rs:1:\nindex: 3\n`,
        "thread 'main' panicked at src/a.rs:1:\nindex: 3",
      ],
      [`${chunk}upstream: 502\ndata\nid: 3\nretry: 1\n: c\n`, 'upstream: 502'],
      [`${chunk}${trace}`, trace],
      [`${chunk}${trace}\n\n`, trace],
      [`${chunk}data: {"choices":[{"delta":{"con\n\n${trace}\n`, trace],
      [`${chunk}${page}\n`, page],
      [`data: ${page.replaceAll('\n', '\ndata: ')}\n\n`, page],
    ] as const) {
      assert.equal(errorAtEnd(stream), text, stream);
    }
  });

  it('is explained by the last lines of a long text, each once', () => {
    const lines = Array.from({ length: 9_000 }, (_, at) => `  frame ${at}: some file`);
    const text = String(errorAtEnd(`${chunk}${lines.join('\n')}\nValueError: the end\n`));
    assert.ok(text.endsWith('frame 8999: some file\nValueError: the end'));
    assert.ok(text.length > 30_000 && text.length <= 64_000, `${text.length}`);
    assert.equal(new Set(text.split('\n')).size, text.split('\n').length);
  });

  it('is explained by JSON of another shape, unless content follows it', () => {
    const body = { title: 'No quota left.' };
    const event = `data: ${JSON.stringify(body)}\n\n`;
    assert.deepEqual(errorAtEnd(event), body);
    assert.deepEqual(errorAtEnd(chunk + event), body);
    assert.equal(errorAtEnd(event + chunk), undefined);
    assert.equal(errorAtEnd('data: {"status":"ok"}\n\n'), 'notApi');
  });

  it('is explained by an event with a message and no choices, unless content follows it', () => {
    const body = { choices: [], message: 'warming' };
    const event = `data: ${JSON.stringify(body)}\n\n`;
    assert.deepEqual(errorAtEnd(event), body);
    assert.deepEqual(errorAtEnd(chunk + event), body);
    assert.deepEqual(errorAtEnd(`data: {"status":"ok"}\n\n${event}`), body);
    assert.deepEqual(errorAtEnd(event + finish), body);
    assert.equal(errorAtEnd(event + chunk), undefined);
    assert.equal(errorAtEnd(event + chunk + finish), undefined);
    assert.equal(errorAtEnd(chunk + event + chunk + finish), undefined);
    assert.equal(errorAtEnd(chunk + event + finish), undefined);
    assert.equal(errorAtEnd(chunk + finish + event), undefined);
  });

  it('is not explained by keep-alives, comments or fields', () => {
    for (const line of [
      'data: ping',
      ': comment',
      'data: keep-alive',
      'data: [HEARTBEAT]',
      'data: {heartbeat}',
      'data: ...',
      'data: 正在排队中…',
      'data: [心跳]',
      'id: 7',
    ]) {
      assert.equal(errorAtEnd(`${chunk}${line}\n\n`), undefined, line);
      assert.equal(errorAtEnd(`${line}\n\n${chunk}`), undefined, line);
    }
  });

  it('does not matter before content or after a finish reason', () => {
    assert.equal(errorAtEnd(`data: [INFO] 3 ahead\n\n${chunk}`), undefined);
    assert.equal(errorAtEnd(`${chunk}data: [INFO] 3 ahead\n\n${chunk}${finish}`), undefined);
    assert.equal(errorAtEnd(`${chunk}${finish}data: bye for now\n\n`), undefined);
  });
});

describe('a stream whose events repeat the text so far', () => {
  it('does not keep the events in memory', () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const reader = readerOf(chat);
    let sent = '';
    let received = '';
    const usedMegabytes = (): number => {
      collectGarbage();
      return process.memoryUsage().heapUsed / 1e6;
    };
    const before = usedMegabytes();
    for (let event = 0; event < 2_000; event++) {
      sent += `The words of event ${event}. `;
      const json = JSON.stringify({ choices: [{ delta: {}, message: { content: sent } }] });
      for (const part of reader.push([{ data: JSON.parse(json), isError: false }]).parts) {
        received += part.type === 'text' ? part.text : '';
      }
    }
    // The events have 48 MB together.
    const growth = usedMegabytes() - before;
    assert.ok(growth < 10, `${growth} MB`);
    assert.equal(received, sent);
  });
});
