// The languages that are highlighted, with names that models use in addition to highlight.js's own aliases.
import type { LanguageFn } from 'highlight.js';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import clojure from 'highlight.js/lib/languages/clojure';
import cmake from 'highlight.js/lib/languages/cmake';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import dart from 'highlight.js/lib/languages/dart';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import elixir from 'highlight.js/lib/languages/elixir';
import erlang from 'highlight.js/lib/languages/erlang';
import fsharp from 'highlight.js/lib/languages/fsharp';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import groovy from 'highlight.js/lib/languages/groovy';
import haskell from 'highlight.js/lib/languages/haskell';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import julia from 'highlight.js/lib/languages/julia';
import kotlin from 'highlight.js/lib/languages/kotlin';
import latex from 'highlight.js/lib/languages/latex';
import less from 'highlight.js/lib/languages/less';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import matlab from 'highlight.js/lib/languages/matlab';
import nginx from 'highlight.js/lib/languages/nginx';
import objectivec from 'highlight.js/lib/languages/objectivec';
import ocaml from 'highlight.js/lib/languages/ocaml';
import perl from 'highlight.js/lib/languages/perl';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import protobuf from 'highlight.js/lib/languages/protobuf';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scala from 'highlight.js/lib/languages/scala';
import scss from 'highlight.js/lib/languages/scss';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import vbnet from 'highlight.js/lib/languages/vbnet';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

interface Language {
  readonly grammar: LanguageFn;
  readonly aliases?: readonly string[];
}

export const languages: Readonly<Record<string, Language>> = {
  bash: { grammar: bash, aliases: ['ksh', 'fish'] },
  c: { grammar: c },
  clojure: { grammar: clojure, aliases: ['edn'] },
  cmake: { grammar: cmake },
  cpp: { grammar: cpp },
  csharp: { grammar: csharp },
  css: { grammar: css },
  dart: { grammar: dart },
  diff: { grammar: diff, aliases: ['patch'] },
  dockerfile: { grammar: dockerfile, aliases: ['containerfile'] },
  elixir: { grammar: elixir },
  erlang: { grammar: erlang },
  fsharp: { grammar: fsharp },
  go: { grammar: go },
  graphql: { grammar: graphql },
  groovy: { grammar: groovy },
  haskell: { grammar: haskell },
  ini: { grammar: ini, aliases: ['env', 'conf', 'properties'] },
  java: { grammar: java },
  javascript: { grammar: javascript, aliases: ['node'] },
  json: { grammar: json, aliases: ['json5', 'ndjson', 'jsonl'] },
  julia: { grammar: julia },
  kotlin: { grammar: kotlin },
  latex: { grammar: latex },
  less: { grammar: less },
  lua: { grammar: lua },
  makefile: { grammar: makefile },
  markdown: { grammar: markdown },
  matlab: { grammar: matlab },
  nginx: { grammar: nginx },
  objectivec: { grammar: objectivec },
  ocaml: { grammar: ocaml },
  perl: { grammar: perl },
  php: { grammar: php },
  powershell: { grammar: powershell },
  protobuf: { grammar: protobuf },
  python: { grammar: python, aliases: ['python3'] },
  r: { grammar: r },
  ruby: { grammar: ruby },
  rust: { grammar: rust },
  scala: { grammar: scala },
  scss: { grammar: scss, aliases: ['sass'] },
  shell: { grammar: shell },
  sql: { grammar: sql, aliases: ['postgres', 'postgresql', 'mysql', 'sqlite'] },
  swift: { grammar: swift },
  typescript: { grammar: typescript },
  vbnet: { grammar: vbnet },
  xml: { grammar: xml, aliases: ['vue', 'svelte', 'astro'] },
  yaml: { grammar: yaml, aliases: ['yml'] },
};
