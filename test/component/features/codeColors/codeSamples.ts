// Code as models write it, by language.

export const codeSamples: Readonly<Record<string, string>> = {
  typescript: `import { readFile } from 'node:fs/promises';
import type { Config } from './config';

// Retries a request with backoff.
export interface RetryOptions<T = unknown> {
  readonly attempts: number;
  onRetry?: (error: Error, attempt: number) => void;
}

export class Client extends Base implements Closeable {
  static #count = 0;
  constructor(private readonly url: string, options: RetryOptions = { attempts: 3 }) {
    super();
    this.options = options;
  }

  async fetch<T>(path: string): Promise<T | undefined> {
    for (let attempt = 1; attempt <= this.options.attempts; attempt += 1) {
      try {
        const response = await fetch(\`\${this.url}/\${path}?n=\${attempt}\`);
        if (response.ok && !/^no/i.test(path)) return (await response.json()) as T;
      } catch (error) {
        if (error instanceof TypeError) throw new Error("gone\\n");
        console.log(error, null, true, 0x1f);
      }
    }
    return undefined;
  }
}`,
  python: `import asyncio
from dataclasses import dataclass, field

MAX = 10

@dataclass
class Retry(Exception):
    """Retries with backoff."""
    attempts: int = 3
    names: list[str] = field(default_factory=list)

    def __init__(self, url, *, timeout: float = 1.5) -> None:
        self.url = url
        # wait a little
        if timeout is None and url not in self.names:
            raise ValueError(f"bad {url!r} and {len(url)}")

async def main():
    for i in range(10):
        with open("x.txt") as f:
            print(f.read(), end="")
        await asyncio.sleep(0.1 * i)
    return lambda x: x + 1`,
  go: `package main

import (
	"fmt"
	"net/http"
)

// Server answers.
type Server struct {
	Name string
	port int
}

func (s *Server) Run(addr string) error {
	for i := 0; i < 10; i++ {
		if err := http.ListenAndServe(addr, nil); err != nil {
			return fmt.Errorf("listen %s: %w", addr, err)
		}
	}
	go func() { defer fmt.Println("done") }()
	m := make(map[string]int, 3)
	return nil
}`,
  json: `{
  "name": "portico",
  "count": 42,
  "nested": { "on": true, "off": null, "list": [1.5, "two", -3e2] },
  "description": "Chat in the side bar",
  "scripts": { "build": "node esbuild.js", "test": "node test.mjs" }
}`,
};
