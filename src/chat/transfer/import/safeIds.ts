// IDs come out of files, and become names of folders: one that could name something else is replaced.
//
// The same ID gives the same one every time, so that what comes in twice is recognised.

/** Lower case alone: some disks take two names for one that differ by their case only. */
const safeChatId = /^[a-z0-9][a-z0-9-]{7,99}$/u;
const safeMessageId = /^[A-Za-z0-9][\w:.-]{0,127}$/u;

type Digest = (text: string) => string;

export function chatId(id: string, digest: Digest): string {
  return safeChatId.test(id) ? id : `chat-${digest(id).slice(0, 32)}`;
}

export function messageId(id: string, digest: Digest): string {
  return safeMessageId.test(id) ? id : `message-${digest(id).slice(0, 32)}`;
}
