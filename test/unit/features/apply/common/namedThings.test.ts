// Code of each language with what has a name in it.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { languages } from '../../../../../src/features/apply/common/codeLanguages';
import { namedThings } from '../../../../../src/features/apply/common/namedThings';
import { isLinear } from '../../../../support/cpuTime';
import { propertyRuns } from '../../../../support/propertyRuns';

/**
 * After the arrow stands what begins in the line: its kind, the names around it and its own one, and after the dash where it
 * ends, if that is not the next line (lines from 0).
 */
const samples: readonly { readonly extension: string; readonly code: string }[] = [
  {
    extension: 'tsx',
    code: `
import 'side';                               ← import side › side
import def, { a, b as c, type D } from 'm';  ← import m › def; import m › a; import m › c; import m › D
import * as ns from "n";                     ← import n › ns
import type { T } from 't';                  ← import t › T
const fs = require('fs');                    ← import fs › fs
const { x, y: z } = require('q');            ← import q › x; import q › z
export { a, c };                             ← import a; import c
export * from './all';                       ← import ./all › ./all
export default {                             ← definition default –14
  name: 'x',                                 ← key default › name
  data() {                                   ← key default › data –13
    return { a: 1 };
  },
};
const options = <any>{                       ← definition options –20
  one: 1,                                    ← key options › one
  [two]: 2,                                  ← key options › [two]
  'three-3': 3,                              ← key options › three-3
  ...rest,                                   ← element options › ...rest
};
function f({                                 ← definition f –33
  a,                                         ← key f › a
  b,                                         ← key f › b
}: {
  a: string;                                 ← key f › a
  b: number;                                 ← key f › b
}) {
  const re = /['"\`{]/g, s = a / b / 2;
  const g = async (q: string): Promise<void> => { ← definition f › g –31
    q();
  };
  return g;
}
type Props = Base<{                          ← definition Props –37
  size: number;                              ← key Props › size
  onClick(): void;                           ← key Props › onClick
}>;
class A<T extends { a: 1 }> extends B<T> implements C { ← definition A –63
  static #count = 0;                         ← member A › static #count
  private readonly store: Map<string, number> = new Map(); ← member A › store
  get size() { return 1; }                   ← member A › get size
  set size(v) {}                             ← member A › set size
  get(key: string): string;                  ← member A › get
  get(key: number): string;                  ← member A › get
  get(key: unknown): string {                ← member A › get –54
    switch (key) {
      case 'a:b':                            ← case A › get › case 'a:b'
      case 1: {                              ← case A › get › case 1 –50
        return 'x';
      }
      default:                               ← case A › get › default –52
        return \`it's \${fn({ a: \`}\` })} {\`;
    }
  }
  static { }                                 ← member A › static
  @Input() name = 'x';                       ← member A › name
  @Output({                                  ← decorator A › other › @Output –59
    alias: 'y',
  })
  other = () => {                            ← member A › other –62
    this.x();
  };
}
describe('list', () => {                     ← definition describe('list') –69
  it('adds', async () => {                   ← definition describe('list') › it('adds') –67
    expect(1);
  });
  it('adds', () => {});                      ← definition describe('list') › it('adds')
});
app.get('/users', (req, res) => {            ← definition app.get('/users') –72
  res.send();
});
export const routes = [                      ← definition routes –80
  { path: 'a', name: 'one' },                ← element routes › 'one'
  {                                          ← element routes › 'two' –78
    path: 'b',                               ← key routes › 'two' › path
    name: 'two',                             ← key routes › 'two' › name
  },
  /x/,                                       ← element routes › /x/
];
const el = (                                 ← definition el –90
  <div style={{
    color: 'red',                            ← key el › color
  }}>
    Don't {\`x\`}
    {items.map((i) => (
      <b>{i}</b>
    ))}
  </div>
);
export enum E {                              ← definition E –94
  A = 1 << 2,                                ← member E › A
  B,                                         ← member E › B
}
module.exports.save = function () {};        ← definition save`,
  },
  {
    extension: 'ts',
    code: `
import express = require('express'); ← import express › express
/* Not {
   here */
Card.propTypes = { size: '{' };      ← definition Card.propTypes
export const Timestamped = (Base) => ← definition Timestamped –9
  class extends Base {
    createdAt = new Date();          ← member Timestamped › createdAt
    touch() {}                       ← member Timestamped › touch
  };`,
  },
  {
    extension: 'py',
    code: `
#!/usr/bin/env python
"""Doc
def no(): pass
"""
import os, sys as system  ← import os › os; import sys › system
import a.b.c              ← import a.b.c › a
from x.y import (
    one,                  ← import x.y › one
    two as second,  # why ← import x.y › second
)
from z import *           ← import z › z

X = 1                     ← definition X

@app.route('/a')          ← decorator first › @app.route
@cached                   ← decorator first › @cached
def first(a, b=(1,        ← definition first –26
    2)):                  ← element first › 2
    def inner():          ← definition first › inner –20
        return 1
    y = 2

    return [
        x
        for x in b
    ]

class A(B):               ← definition A –40
    """doc"""
    field: int = 1        ← member A › field
    other = 2             ← member A › other
    def save(self):       ← definition A › save –33
        pass
    @property             ← decorator A › load › @property
    async def load(self): ← definition A › load –40
        match x:
            case 1:       ← case A › load › case 1 –38
                pass
            case 'a:b':   ← case A › load › case 'a:b' –40
                pass

if True:
    def twin():           ← definition twin –44
        pass
else:
    def twin():           ← definition twin –47
        pass
D = {                     ← definition D –53
    'a': 1,               ← key D › a
    "b": {                ← key D › b –52
        'c': 2,           ← key D › b › c
    },
}
setup(
    name='x',             ← key name
    urls=[                ← key urls –59
        path('a'),        ← element urls › path('a')
        'b',              ← element urls › 'b'
    ],
)`,
  },
  {
    extension: 'py',
    code: `
text = '''                            ← definition text –3
def no():
'''
rows = [                              ← definition rows –7
    {'name': 'one', 'x': 1},          ← element rows › 'one'
    dict(a=1),                        ← element rows › dict(a=1)
]
squares = [                           ← definition squares –11
    x * x
    for x in rows
]
try:
    import json                       ← import json › json
except ImportError:
    json = None                       ← definition json
class A(Base,                         ← definition A –32
        metaclass=M):
    __slots__ = (                     ← member A › __slots__ –20
        'a',                          ← element A › __slots__ › 'a'
    )
    @overload                         ← decorator A › get › @overload
    def get(self, k: int) -> int: ... ← definition A › get
    @overload                         ← decorator A › get › @overload
    def get(self, k: str) -> str: ... ← definition A › get
    def get(self, k, *,               ← definition A › get –31
            deep=True,
            ):
        x = k[
            1
        ]
        return f"{x['a']}"
    async def load(self): pass        ← definition A › load

    # comment of what follows
main(
    name='x',                         ← key name
)`,
  },
  {
    extension: 'py',
    code: `
mark = '{' ← definition mark
text = "{" ← definition text`,
  },
  {
    extension: 'java',
    code: `
package a.b;                                 ← definition a.b

import static java.util.List.of;             ← import java.util.List › of
import java.util.*;                          ← import java.util.* › java.util.*
import java.util.Map;                        ← import java.util › Map

/** doc */
@Entity                                      ← decorator A › @Entity
@Table(name = "x")                           ← decorator A › @Table
public class A extends B<C> implements D {   ← definition A –67
  private static final Map<String, List<Integer>> CACHE = new HashMap<>(); ← member A › CACHE
  int a, b;                                  ← member A › b
  private int x = 1;                         ← member A › x

  public A(int x) {                          ← member A › A –18
    this.x = x;
    foo(3);
  }

  @Override                                  ← decorator A › save › @Override
  public <T> Map<String, T> save(Map<String, T> m) throws E { ← member A › save –44
    switch (x) {
      case 1:                                ← case A › save › case 1 –25
        foo();
        break;
      case 2: case 3:                        ← case A › save › case 2
      default:                               ← case A › save › default –28
        bar();
    }
    Runnable r = new Runnable() {
      @Override                              ← decorator A › save › run › @Override
      public void run() {                    ← member A › save › run –34
        x();
      }
    };
    int r = switch (y) {
      case A, B -> 1;                        ← case A › save › case A, B
      case C -> {                            ← case A › save › case C –40
        yield 2;
      }
      default -> 3;                          ← case A › save › default
    };
    return null;
  }

  abstract void foo(int record);             ← member A › foo

  enum Kind {                                ← definition A › Kind –56
    ONE,                                     ← member A › Kind › ONE
    TWO(2) {                                 ← member A › Kind › TWO –52
      void x() {}                            ← member A › Kind › TWO › x
    },
    THREE;                                   ← member A › Kind › THREE

    void foo() {}                            ← member A › Kind › foo
  }
  record P(int a, int b) {}                  ← definition A › P
  @interface Foo {                           ← definition A › Foo –60
    String value() default "";               ← member A › Foo › value
  }
  void $name() {                             ← member A › $name –62
  }
  int[] arr = {                              ← member A › arr –66
    1,                                       ← element A › arr › 1
    2,                                       ← element A › arr › 2
  };
}`,
  },
  {
    extension: 'java',
    code: `
{%- let name = self.name() %}
public class {{ name }} extends {{ self.base() }}Spec { ← definition ___name___ –6
  public {{ name }}(Context context) {       ← member ___name___ › ___name___ –4
  }
  private native boolean load(long at);      ← member ___name___ › load
}
`,
  },
  {
    extension: 'java',
    code: `
// Not {
class Names { /* nor { */ ← definition Names –7
  String open = "{";      ← member Names › open
  char mark = '{';        ← member Names › mark
  String text = """       ← member Names › text –6
      {""";
}`,
  },
  {
    extension: 'kt',
    code: `
package a.b                              ← definition a.b

import a.b.C                             ← import a.b › C
import d.E as F                          ← import d › F

@Serializable                            ← decorator User › @Serializable
data class User(                         ← definition User –30
  val name: String,                      ← member User › name
  val age: Int = 1,                      ← member User › age
) : Base(), Other {
  private val x by lazy { 1 }            ← member User › x
  var y: Int = 0                         ← member User › y –13
    get() = 1
  companion object {                     ← definition User › companion object –16
    const val K = "\${a["x"]}"           ← member User › companion object › K
  }
  override fun save(a: Int) = when (a) { ← definition User › save –23
    1 -> foo()                           ← case User › save › 1
    in 2..3, 4 -> {                      ← case User › save › in 2..3, 4 –21
      bar()
    }
    else -> 1                            ← case User › save › else
  }
  fun <T> List<T>.ext(): T {             ← definition User › List › ext –29
    return object : Foo() {
      override fun run() {               ← definition User › List › ext › run –27
      }
    }
  }
}
enum class Kind(val a: Int) {            ← definition Kind –36
  ONE(1),                                ← member Kind › ONE
  TWO(2);                                ← member Kind › TWO

  fun f() {}                             ← definition Kind › f
}
fun top(a: Int): Int {                   ← definition top –40
  val local = 1
  return a
}`,
  },
  {
    extension: 'kt',
    code: `
import a.b.*                       ← import a.b.* › a.b.*
// Not {
/* nor { */
val mark = '{'                     ← definition mark
val text = """                     ← definition text –7
  {
""".trimIndent()
val listener = object : Listener { ← definition listener –10
  val count = "{"                  ← member listener › count
}
fun outer() {                      ← definition outer –14
  fun inner() {                    ← definition outer › inner –13
  }
}`,
  },
  {
    extension: 'cs',
    code: `
using System;                                ← import System › System
using A = B.C;                               ← import B › A

namespace X.Y                                ← definition X.Y –44
{
    [Serializable]                           ← decorator X.Y › Foo › [Serializable]
    public class Foo<T> : Bar, IBaz where T : class ← definition X.Y › Foo –42
    {
        public int Size { get; set; }        ← member X.Y › Foo › Size
        public string Name => _name;         ← member X.Y › Foo › Name
        private readonly Dictionary<string, int> _map = new() ← member X.Y › Foo › _map –15
        {
            ["a"] = 1,                       ← key X.Y › Foo › _map › ["a"]
            ["b"] = 2,                       ← key X.Y › Foo › _map › ["b"]
        };
        public Foo(int a) : base(a) { }      ← member X.Y › Foo › Foo
        public async Task<int> SaveAsync<U>(U u) ← member X.Y › Foo › SaveAsync –37
        {
            switch (x)
            {
                case 1 when y:               ← case X.Y › Foo › SaveAsync › case 1 when y –22
                    break;
                default:                     ← case X.Y › Foo › SaveAsync › default –24
                    break;
            }
            var s = @"a\\";
            var o = new Foo
            {
                Size = 1,                    ← key X.Y › Foo › SaveAsync › Size
            };
#if A
            if (x) {
#else
            if (y) {
#endif
            }
        }
        #region R
        public event EventHandler Changed;   ← member X.Y › Foo › Changed
        #endregion
        enum E { A, B }                      ← definition X.Y › Foo › E
    }
    public record P(int A);                  ← definition X.Y › P
}`,
  },
  {
    extension: 'cs',
    code: `
// Not {
class Paths { /* nor { */ ← definition Paths –6
  char mark = '{';        ← member Paths › mark
  string folder = @"{\\";  ← member Paths › folder
  string name = "{";      ← member Paths › name
}`,
  },
  {
    extension: 'go',
    code: `
// Package x
package main                                 ← definition main

import "fmt"                                 ← import fmt › fmt
import (
\t"os"                                       ← import os › os
\tyaml "gopkg.in/yaml.v3"                    ← import gopkg.in/yaml.v3 › yaml
\t_ "embed"                                  ← import embed › embed

\t"github.com/a/b/v2"                        ← import github.com/a/b/v2 › b
)

const X = 1                                  ← definition X

const (
\tA = iota                                   ← member A
\tB                                          ← member B
)

var errs = map[string]error{                 ← definition errs –23
\t"a": nil,                                  ← key errs › a
\t\`b\`: foo(1, 2),                          ← key errs › \`b\`
}

type S struct {                              ← definition S –31
\tName, Other string \`json:"name"\`         ← member S › Name
\t*Embedded                                  ← member S › Embedded
\tOpts struct {                              ← member S › Opts –30
\t\tDeep int                                 ← member S › Opts › Deep
\t}
}

type I interface {                           ← definition I –36
\tFoo(x interface{}) error                   ← member I › Foo
\tBar()                                      ← member I › Bar
}

func (s *S) Save(x interface{}) interface{} { ← definition S › Save –63
\tswitch x := x.(type) {
\tcase int, string:                          ← case S › Save › case int, string –41
\t\treturn 1
\tcase *S:                                   ← case S › Save › case *S
\tdefault:                                   ← case S › Save › default –44
\t\treturn nil
\t}
\tfor i := range x {
\t\tfmt.Println(i)
\t}
\ty := &S{
\t\tName: "x",                               ← key S › Save › Name
\t\tOpts: 1,                                 ← key S › Save › Opts
\t}
\tz := []T{
\t\t{                                        ← element S › Save › "one" –56
\t\t\tName: "one",                           ← key S › Save › "one" › Name
\t\t},
\t\t{a: 1},                                  ← element S › Save › {a: 1}
\t}
\tgo func() {
\t\ta()
\t}()
\treturn &Foo{}
}

func long(                                   ← definition long –71
\ta int,
) (int, error) {
\tif x := y; x > 1 {
\t\treturn 0
\t}
}
func TestX(t *testing.T) {                   ← definition TestX –76
\tt.Run("sub", func(t *testing.T) {
\t\tx()
\t})
}`,
  },
  {
    extension: 'go',
    code: `
// Not {
/* nor { */
const mark = '{' ← definition mark
const text = \`{\` ← definition text
const name = "{" ← definition name`,
  },
  {
    extension: 'rs',
    code: `
#![allow(dead_code)]                         ← decorator #![allow(dead_code)]
use std::{io, fmt::{self, Display}};         ← import std › io; import std.fmt › fmt; import std.fmt › Display
use a::b as c;                               ← import a › c
use foo::*;                                  ← import foo::* › foo::*
pub mod x;                                   ← definition x

#[derive(Debug)]                             ← decorator S › #[derive(Debug)]
pub struct S<'a> {                           ← definition S –12
    pub name: &'a str,                       ← member S › name
    #[serde(default)]                        ← decorator S › map › #[serde(default)]
    map: HashMap<String, Vec<u8>>,           ← member S › map
}

pub enum E {                                 ← definition E –18
    A,                                       ← member E › A
    B(u8),                                   ← member E › B
    C { x: u8 },                             ← member E › C
}

impl<'a> Display for S<'a> {                 ← definition impl<'a> Display for S<'a> –35
    const X: u8 = b'"';                      ← definition impl<'a> Display for S<'a> › X
    fn fmt(&self, f: &mut F) -> fmt::Result { ← definition impl<'a> Display for S<'a> › fmt –34
        match self {
            S { name, .. } => 1,             ← case impl<'a> Display for S<'a> › fmt › S { name, .. }
            E::A                             ← case impl<'a> Display for S<'a> › fmt › E::A | E::B –28
            | E::B => {
                foo();
            }
            x if x > 1 => bar(               ← case impl<'a> Display for S<'a> › fmt › x if x > 1 –31
                1,
            ),
            _ => unreachable!(),             ← case impl<'a> Display for S<'a> › fmt › _
        }
    }
}

#[cfg(test)]                                 ← decorator tests › #[cfg(test)]
mod tests {                                  ← definition tests –59
    use super::*;                            ← import super::* › super::*

    #[test]                                  ← decorator tests › it_works › #[test]
    fn it_works() {                          ← definition tests › it_works –58
        let s = S {
            name: "x",                       ← key tests › it_works › name
            map,                             ← key tests › it_works › map
            ..Default::default()             ← element tests › it_works › ..Default::default()
        };
        let y = if a { 1 } else {
            2
        };
        let v = vec![
            1,                               ← element tests › it_works › 1
            2,                               ← element tests › it_works › 2
        ];
        x.map(|x| {
            x
        });
    }
}`,
  },
  {
    extension: 'rs',
    code: `
// Not {
/* nor { /* nor */ { */
#[derive(                  ← decorator A › #[ –5
    Debug,
)]
struct A {                 ← definition A –8
    name: u8,              ← member A › name
}
const TEXT: &str = "{";    ← definition TEXT
const RAW: &str = r#"{""#; ← definition RAW`,
  },
  {
    extension: 'cc',
    code: `
#include <vector>                            ← import <vector> › <vector>
#include "a.h"                               ← import "a.h" › "a.h"
#define MAX(a, b) \\                         ← definition MAX –4
  ((a) > (b) ? (a) : (b))
using Map = std::map<int, int>;              ← definition Map
typedef unsigned char byte;                  ← definition byte
namespace app {                              ← definition app –50
namespace {                                  ← definition app › namespace –10
int counter = 0;                             ← member app › namespace › counter
}
enum { kOne, kTwo = 2 };
enum class Color {                           ← definition app › Color –15
  Red,                                       ← member app › Color › Red
  Green = 1 << 2,                            ← member app › Color › Green
};
template <typename T>
class Foo : public Bar<T>, private Baz {     ← definition app › Foo –31
 public:
  explicit Foo(int a)                        ← member app › Foo › Foo –22
      : a_(a), b_{1} {
    x();
  }
  ~Foo();                                    ← member app › Foo › ~Foo
  bool operator==(const Foo& o) const { return true; } ← member app › Foo › operator==
  std::map<int, T> get(int k) const;         ← member app › Foo › get
 private:
  int a_ = 1'000, c;                         ← member app › Foo › a_
  struct Inner {                             ← definition app › Foo › Inner –30
    int x;                                   ← member app › Foo › Inner › x
  } inner_;
};
void Foo::save() {                           ← member app › Foo::save –49
#ifdef A
  if (a) {
#else
  if (b) {
#endif
    switch (a) {
      case Color::Red:                       ← case app › Foo::save › case Color::Red –40
        break;
      case '{': {                            ← case app › Foo::save › case '{' –43
        break;
      }
      default:                               ← case app › Foo::save › default –45
        break;
    }
  }
  const char* s = R"x(it's { )")x";
}
}  // namespace app
TEST(FooTest, Adds) {                        ← definition TEST(FooTest, Adds) –53
  EXPECT_EQ(1, 1);
}
extern "C" {
static int
plain(struct foo *a, int b)                  ← member plain –62
{
  struct foo x = {
    .a = 1,                                  ← key plain › .a
  };
  return 0;
}
}`,
  },
  {
    extension: 'cc',
    code: `
// Not {
/* nor { */
typedef enum {
  kRed,                 ← member Color › kRed
  kGreen,               ← member Color › kGreen
} Color;                ← definition Color
const char* text = "{"; ← definition text`,
  },
  {
    extension: 'm',
    code: `
#import <Foundation/Foundation.h>        ← import <Foundation/Foundation.h> › <Foundation/Foundation.h>
#import "A.h"                            ← import "A.h" › "A.h"
#define X(a) \\                          ← definition X –4
  foo(a)
@interface A : B <C>                     ← definition A –8
@property (nonatomic) NSString *name;    ← definition A › @property (nonatomic) NSString *name
- (void)save:(int)x with:(NSString *)y;  ← definition A › save:(int)x with:(NSString *)y
@end
@implementation A                        ← definition A –19
- (void)save:(int)x with:(NSString *)y { ← definition A › save:(int)x with:(NSString *)y –17
  NSDictionary *d = @{
    @"a" : @1,                           ← key A › save:(int)x with:(NSString *)y › @"a"
  };
  [self foo:^(int a) {
    x();
  }];
}
+ (int)count { return 1; }               ← definition A › count
@end`,
  },
  {
    extension: 'm',
    code: `
@import UIKit; ← import UIKit › UIKit
typedef NS_ENUM(NSInteger, Style) {
  StylePlain,  ← member StylePlain
  StyleBold,   ← member StyleBold
};`,
  },
  {
    extension: 'swift',
    code: `
import Foundation                            ← import Foundation › Foundation
import class UIKit.UIView                    ← import UIKit.UIView › UIKit.UIView

@objc public class A: B, C {                 ← definition A –30
  static let shared = A()                    ← member A › shared
  @Published var name: String = "a\\(b["x"])" ← member A › name
  var size: Int {                            ← member A › size –10
    get { 1 }
    set { }
  }
  init(x: Int) {                             ← definition A › init –13
    self.x = x
  }
  func save(_ a: Int) -> Int {               ← definition A › save –23
    switch a {
    case .one:                               ← case A › save › case .one –17
      return 1
    case .two(let x), .three:                ← case A › save › case .two(let x), .three –19
      return 2
    default:                                 ← case A › save › default –21
      return 3
    }
  }
  #if DEBUG
  func debug() {                             ← definition A › debug
  #else
  func release() {                           ← definition A › release –29
  #endif
  }
}
extension A: D {                             ← definition A –37
  enum K { case a }                          ← definition A › K
  enum L {                                   ← definition A › L –36
    case one                                 ← member A › L › one
    case two(Int)                            ← member A › L › two
  }
}
let list = [                                 ← definition list –44
  "a": 1,                                    ← key list › a
  "b": [                                     ← key list › b –43
    1,                                       ← element list › b › 1
    2,                                       ← element list › b › 2
  ],
]`,
  },
  {
    extension: 'swift',
    code: `
// Not {
/* nor { */
@MainActor                     ← decorator show › @MainActor
func show(_ item: Item) {      ← definition show –10
  switch item {
  case .named(name: let name): ← case show › case .named(name: let name) –7
    print(name)
  case .empty: return          ← case show › case .empty
  }
}
let text = "{"                 ← definition text
let raw = #"{\\"#               ← definition raw
let long = """                 ← definition long
  {
  """`,
  },
  {
    extension: 'rb',
    code: `
# frozen_string_literal: true
require 'x'                   ← import x › x
module A                      ← definition A –29
  class B < C                 ← definition A › B –28
    include D                 ← member A › B › include D
    attr_reader :name, :other ← member A › B › attr_reader :name
    LIMIT = 3                 ← definition A › B › LIMIT
    old = instance_method(:x) ← member A › B › old
    def save(a)               ← definition A › B › save –19
      case a
      when 1, 2               ← case A › B › save › when 1, 2 –12
        x
      when String then y      ← case A › B › save › when String
      else
        z
      end
    rescue
      1
    end
    private
    def self.load = 1         ← definition A › B › self.load
    def empty?; true end      ← definition A › B › empty?
    class << self             ← definition A › B › << self –27
      def x                   ← definition A › B › << self › x –26
        %w[a b]
      end
    end
  end
end
RSpec.describe A do           ← definition describe A –38
  let(:x) { 1 }
  it 'adds' do                ← definition describe A › it 'adds' –37
    foo(
      a: 1,                   ← key describe A › it 'adds' › a
      'b' => 2,               ← key describe A › it 'adds' › b
    )
  end
end
X = {                         ← definition X –45
  a: 1,                       ← key X › a
  b: <<~T,                    ← key X › b
    it's
  T
  c: /['"]/,                  ← key X › c
}
class E                       ← definition E –50
  include F                   ← member E › include F
private
  def y; end                  ← definition E › y
end`,
  },
  {
    extension: 'rb',
    code: `
# Not {
=begin
nor {
=end
FORMATS = [     ← definition FORMATS –9
  'json {',     ← element FORMATS › 'json {'
  "xml {",      ← element FORMATS › "xml {"
  \`uname {\`,    ← element FORMATS › \`uname {\`
]
LEVELS = {      ← definition LEVELS –13
  :low => 1,    ← key LEVELS › :low
  'high' => 2,  ← key LEVELS › high
}
NAMES = %w[{ (] ← definition NAMES
def wide(       ← definition wide –20
  a,
  b: 1
)
  a
end`,
  },
  {
    extension: 'php',
    code: `
<?php

namespace A\\B;                             ← definition A\\B

use C\\D;                                   ← import C › D
use E\\{F, G as H};                         ← import E › F; import E › H

#[Attr]                                     ← decorator Foo › #[Attr]
final class Foo extends Bar implements A, B ← definition Foo –31
{
    use SomeTrait;                          ← import SomeTrait
    private const X = 1;                    ← member Foo › X
    public ?string $name = null;            ← member Foo › $name
    public function save(array $a): void    ← definition Foo › save –30
    {
        $x = [
            'a' => 1,                       ← key Foo › save › a
            'b' => [                        ← key Foo › save › b –20
                'c' => "{$a['x']}",         ← key Foo › save › b › c
            ],
        ];
        switch ($x) {
            case 1:                         ← case Foo › save › case 1 –24
                break;
            default:                        ← case Foo › save › default
        }
        $s = <<<EOT
        it's {
        EOT;
    }
}
return [
    'x',                                    ← element 'x'
    'y' => 1,                               ← key y
];`,
  },
  {
    extension: 'php',
    code: `
require __DIR__ . '/load.php'; ← import __DIR__ . '/load.php' › __DIR__ . '/load.php'
// Not {
# nor {
/* nor { */
$config = ['{', "{"];          ← definition $config
#[Route(                       ← decorator show › #[ –8
    '/users',
)]
function show($code)           ← definition show –15
{
    return match ($code) {
        1 => 'one',            ← key show › 1
        default => 'other',    ← key show › default
    };
}`,
  },
  {
    extension: 'lua',
    code: `
local json = require("json")    ← import json › json
require 'x'                     ← import x › x
--[[ function no()
]]
local M = {}                    ← definition M
local config = {                ← definition config –14
  name = "x",                   ← key config › name
  ["key"] = [[ text }           ← key config › ["key"] –9
  ]],
  list = {                      ← key config › list –13
    "a",                        ← element config › list › "a"
    "b",                        ← element config › list › "b"
  },
}
function M.save(a, b)           ← definition M.save –23
  if a then
    return function()
      x()
    end
  elseif b then
    y()
  end
end
local function f() return 1 end ← definition f
M.g = function(x)               ← definition M.g –27
  return x
end
return M`,
  },
  {
    extension: 'lua',
    code: `
-- not {
local mark, text = '{', "{"
function M.each(list)         ← definition M.each –7
  local show = function(item) ← definition M.each › show –6
    print(item)
  end
end`,
  },
  {
    extension: 'sh',
    code: `
#!/bin/bash
set -e
source ./lib.sh        ← import ./lib.sh › ./lib.sh
NAME="a $(foo "b)") c" ← definition NAME
save() {               ← definition save –15
  cat <<EOT > x
function no() { ( '
EOT
  case "$1" in
    start|stop)        ← case save › start|stop –12
      echo "it's ok"
      ;;
    *) exit 1 ;;       ← case save › *
  esac
}
function load {        ← definition load –19
  echo \${x#*(}
  y=$#
}
export PATH=$PATH:x    ← definition PATH
if [ -n "$x" ]; then
  f() { :; }           ← definition f
fi`,
  },
  {
    extension: 'sh',
    code: `
# Not (
alias ll='ls -l (' ← definition alias ll
name='('           ← definition name`,
  },
  {
    extension: 'css',
    code: `
@import url("a.css");            ← import a.css › a.css
:root {                          ← selector :root –4
  --x: 1;                        ← key :root › --x
}
.a,                              ← selector .a, .b:hover –9
.b:hover {
  color: red;                    ← key .a, .b:hover › color
  background: url(http://x.y/z); ← key .a, .b:hover › background
}
@media (min-width: 1px) {        ← selector @media (min-width: 1px) –15
  .a { color: blue; }            ← selector @media (min-width: 1px) › .a
  .c {                           ← selector @media (min-width: 1px) › .c –14
    margin: 0                    ← key @media (min-width: 1px) › .c › margin
  }
}`,
  },
  {
    extension: 'css',
    code: `
/* Not { */
h1,             ← selector h1, h2 –6
h2 {
  content: '('; ← key h1, h2 › content
  quotes: "[";  ← key h1, h2 › quotes
}`,
  },
  {
    extension: 'scss',
    code: `
@use "sass:math";    ← import sass:math › sass:math
// it's
$map: (              ← key $map –6
  a: 1,              ← key $map › a
  b: 2,              ← key $map › b
);
@mixin foo($a) {     ← selector @mixin foo($a) –9
  color: $a;         ← key @mixin foo($a) › color
}
.card {              ← selector .card –17
  @include foo(red); ← key .card › @include foo(red)
  &:hover { x: y }   ← selector .card › &:hover
  > a,               ← selector .card › > a, > b –16
  > b {
    margin: 0;       ← key .card › > a, > b › margin
  }
}`,
  },
  {
    extension: 'scss',
    code: `
/* Not { */
h1,             ← selector h1, h2 –6
h2 {
  content: '('; ← key h1, h2 › content
  quotes: "[";  ← key h1, h2 › quotes
}`,
  },
  {
    extension: 'json',
    code: `
{
  // comment
  "name": "x", "private": true, ← key name
  "scripts": {                  ← key scripts –7
    "a": "/* no */ { [",        ← key scripts › a
    "b": "2",                   ← key scripts › b
  },
  "files": [                    ← key files –15
    "src",                      ← element files › "src"
    { "name": "one" },          ← element files › "one"
    {                           ← element files › 7 –14
      "id": 7,                  ← key files › 7 › id
      "x": []                   ← key files › 7 › x
    }
  ]
}`,
  },
  {
    extension: 'yml',
    code: `
# comment
on:                        ← key on –6
  push:                    ← key on › push –6
    branches: [            ← key on › push › branches –6
      main
    ]
env: { A: 1 }              ← key env
jobs:                      ← key jobs –25
  build:                   ← key jobs › build –25
    run: |                 ← key jobs › build › run –14
      key: no
        - no

      npm test
    "quoted: key": 'it''s' ← key jobs › build › quoted: key
    steps:                 ← key jobs › build › steps –25
    - uses: a/b@v4 # c     ← element jobs › build › steps › uses: a/b@v4 –20; key jobs › build › steps › uses: a/b@v4 › uses
      with:                ← key jobs › build › steps › uses: a/b@v4 › with –20
        x: "a              ← key jobs › build › steps › uses: a/b@v4 › with › x –20
          b: c"
    - name: second         ← element jobs › build › steps › second –23; key jobs › build › steps › second › name
      run: >-              ← key jobs › build › steps › second › run –23
        no: key
    - plain text           ← element jobs › build › steps › plain text
    - - nested             ← element jobs › build › steps › - nested; element jobs › build › steps › - nested › nested
---
on: push                   ← key on`,
  },
  {
    extension: 'toml',
    code: `
title = "x" # c                             ← key title
[package]                                   ← key [package] –4
name = "a"                                  ← key [package] › name
version = "1"                               ← key [package] › version

[dependencies]                              ← key [dependencies] –11
serde = { version = "1", features = ["x"] } ← key [dependencies] › serde
list = [                                    ← key [dependencies] › list –11
  "a",                                      ← element [dependencies] › list › "a"
  "b",                                      ← element [dependencies] › list › "b"
]
[[bin]]                                     ← element "one" –14
name = "one"                                ← key "one" › name
path = "a"                                  ← key "one" › path
[[bin]]                                     ← element "two" –16
name = "two"                                ← key "two" › name`,
  },
  {
    extension: 'toml',
    code: `
# not [
one = '['   ← key one
two = "["   ← key two
three = ''' ← key three –5
['''
four = """  ← key four –7
["""`,
  },
  {
    extension: 'ini',
    code: `
; Name = not this
isolated_build = true ← key isolated_build
[testenv:lint]        ← key [testenv:lint] –4
deps = flake8         ← key [testenv:lint] › deps`,
  },
  {
    extension: 'md',
    code: `
---
title: x
# no
---
Title       ← heading Title –19
=====
text

## Setup ## ← heading Title › Setup –16
- item
\`\`\`sh
# no heading
\`\`\`
### Deep    ← heading Title › Setup › Deep –16
| a | b |
---
## Use      ← heading Title › Use
Second      ← heading Title › Second –19
---`,
  },
  {
    extension: 'dockerfile',
    code: `
FROM node:20 AS build ← definition build –6
WORKDIR /app          ← element build › WORKDIR /app
ENV A=1               ← key build › A
RUN apt-get update \\ ← element build › RUN apt-get update –5
  && apt-get install -y x
COPY . .              ← element build › COPY . .
FROM nginx            ← definition nginx –9
EXPOSE 80             ← element nginx › EXPOSE 80
CMD ["a"]             ← element nginx › CMD ["a"]`,
  },
  {
    extension: 'makefile',
    code: `
X := 1          ← key X
-include a.mk   ← import a.mk › a.mk
all: build test ← definition all –4
\techo "$(X)"

.PHONY: all     ← definition .PHONY
build:          ← definition build –9
# Needs X
\tmake x`,
  },
  {
    extension: 'vue',
    code: `
<template>
  <div>it's {</div>
</template>

<script setup lang="ts">  ← element <script setup lang="ts"> –11
import { ref } from 'vue' ← import vue › ref
const a = ref(1)          ← definition <script setup lang="ts"> › a
function save() {         ← definition <script setup lang="ts"> › save –10
  a()
}
</script>

<style scoped>            ← element <style scoped> –17
.a {                      ← selector <style scoped> › .a –16
  color: red;             ← key <style scoped> › .a › color
}
</style>`,
  },
];

const linesOf = (code: string): readonly string[] => code.replace(/^\n/u, '').split('\n');
const codeOf = (sample: string): readonly string[] =>
  linesOf(sample).map((line) => line.replace(/ *← .*$/u, ''));

function notesOf(sample: string): readonly string[] {
  return linesOf(sample).flatMap((line, index) => {
    const notes = / ← (.*)$/u.exec(line)?.[1]?.split('; ') ?? [];
    return notes.map((note) => {
      const [, said, end] = /^(.*?)(?: –(\d+))?$/u.exec(note) ?? [];
      return `${index}–${end ?? index + 1} ${said}`;
    });
  });
}

function shown(lines: readonly string[], extension: string): readonly string[] | undefined {
  return namedThings(lines, extension)?.map(
    ({ kind, path, name, start, end }) => `${start}–${end} ${kind} ${[...path, name].join(' › ')}`,
  );
}

interface TableRow {
  readonly what: string;
  /** What holds the row, where in it the row stands, and what stands there if the table has no such row. */
  readonly holder: object;
  readonly key: PropertyKey;
  readonly absent: unknown;
}

/** All that the table says of each language. Some languages share what they have. */
const tableRows: readonly TableRow[] = [...languages]
  .flatMap(([extension, language]): readonly TableRow[] => {
    const { rows, brackets, imports = [], lexis, ...others } = language;
    const never = /(?!)/u;
    const { source } = lexis.token;
    const marks = source.slice(source.lastIndexOf('|('));
    const tokenWithout = (absent: number): RegExp =>
      new RegExp(
        lexis.quoted.map(({ open }, at) => (at === absent ? '((?!))' : `(${open})`)).join('|') +
          marks,
        'gu',
      );
    const said = (what: unknown): string => `${extension}: ${String(what)}`;
    return [
      rows.map((row) => ({ what: said(row[2]), holder: row, key: 2, absent: never })),
      brackets.map((row) => ({ what: said(row[1]), holder: row, key: 1, absent: never })),
      imports.map((row, key) => ({ what: said(row), holder: imports, key, absent: never })),
      lexis.quoted.map(({ open }, at) => ({
        what: said(open),
        holder: lexis,
        key: 'token',
        absent: tokenWithout(at),
      })),
      // What tells overloads apart has rows of its own below.
      Object.keys(others)
        .filter((key) => key !== 'overloadBy')
        .map((key) => ({
          what: said(key),
          holder: language,
          key,
          absent: undefined,
        })),
    ].flat();
  })
  .filter(
    (row, index, all) =>
      index ===
      all.findIndex(
        ({ holder, key, absent }) =>
          holder === row.holder && key === row.key && String(absent) === String(row.absent),
      ),
  );

describe('namedThings', () => {
  for (const [index, { extension, code }] of samples.entries()) {
    it(`finds what has a name in the sample of .${extension} (${index + 1})`, () => {
      assert.deepEqual(shown(codeOf(code), extension), notesOf(code));
    });
  }

  for (const { what, holder, key, absent } of tableRows) {
    it(`needs for a sample: ${what}`, () => {
      const row: unknown = Reflect.get(holder, key);
      Reflect.set(holder, key, absent);
      try {
        const isRight = samples.every(({ extension, code }) =>
          isDeepStrictEqual(shown(codeOf(code), extension), notesOf(code)),
        );
        assert.ok(!isRight);
      } finally {
        Reflect.set(holder, key, row);
      }
    });
  }

  for (const [extension, code, variants] of [
    [
      'java',
      `class A {
  A() {}
  public <T> List<T> find(final Map<String, T> byName, @Nullable int... ids) { return f(1); }
  @Get("/") void find(
    long id, // of the row
    String name) {}
  int size = max(1, 2);
}
record P(int x) {}`,
      [
        ['A', ''],
        ['find', 'Map<String, T>,int...'],
        ['find', 'long,String'],
      ],
    ],
    [
      'cs',
      'class A {\n  void Run([From] string job, int count = 1) {}\n}',
      [['Run', 'string,int']],
    ],
    [
      'kt',
      'data class A(val x: Int) {\n  fun put(key: K, value: (Int) -> V = f(1)) {\n  }\n}',
      [['put', 'K,(Int) -> V']],
    ],
    [
      'cpp',
      'int area(const Box& box);\nvoid A::at(int r, int) const {\n}\nclass B {\n};',
      [
        ['area', 'Box&'],
        ['A::at', 'int,int'],
      ],
    ],
    [
      'swift',
      'struct A {\n  init(from text: String) {}\n  func move(by dx: Int, dy: Int) {}\n}',
      [
        ['init', 'from: String'],
        ['move', 'by: Int,dy: Int'],
      ],
    ],
    [
      'py',
      'class A:\n    @property\n    def side(self):\n        return 1\n\n    @side.setter\n    def side(self, value):\n        pass',
      [['side', 'setter']],
    ],
    ['go', 'func area(w int) int {\n\treturn w\n}', []],
  ] as const) {
    it(`tells what has the same name apart in .${extension}`, () => {
      const things = namedThings(code.split('\n'), extension)!;
      assert.deepEqual(
        things.flatMap(({ name, variant }) => (variant === undefined ? [] : [[name, variant]])),
        variants,
      );
    });
  }

  for (const [what, extension, code] of [
    ['an open bracket', 'ts', 'function f() {'],
    ['a bracket of another kind', 'ts', 'f(]'],
    ['a bracket that nothing opened', 'java', '}'],
    ['an open template literal', 'ts', 'const a = `'],
    ['an open comment', 'c', '/* a'],
    ['an open string', 'py', 'a = """'],
    ['an open heredoc', 'sh', 'cat <<EOF\na'],
    ['JSON that does not parse', 'json', '{ "a": 1 "b": 2 }'],
    ['JSON with a key twice', 'json', '{\n  "a": 1,\n  "a": 2\n}'],
    ['YAML with a key twice', 'yml', 'a: 1\na: 2'],
    ['YAML with an anchor', 'yaml', 'a: &x\n  b: 1\nc: *x'],
    ['YAML with a merge key', 'yml', 'a:\n  <<: b'],
    ['YAML with a tab', 'yml', 'a:\n\tb: 1'],
    ['YAML with a key below a value', 'yml', 'a: 1\n  b: 2'],
    ['YAML with keys at two depths', 'yml', 'a:\n    b: 1\n  c: 2'],
    ['YAML with an open bracket', 'yml', 'a: [1'],
    ['a script that is open', 'vue', '<script>\nfunction f() {}'],
    ['an unknown language', 'zig', 'fn f() {}'],
    ['a name of a property of all objects', 'constructor', 'a'],
  ] as const) {
    it(`does not read ${what}`, () => assert.equal(shown(code.split('\n'), extension), undefined));
  }

  it('reads every prefix of the samples without an error, and finds nothing outside of it', () => {
    for (const { extension, code } of samples) {
      const text = codeOf(code).join('\n');
      for (let length = 0; length < text.length; length += 1) {
        const lines = text.slice(0, length).split('\n');
        for (const { start, end } of namedThings(lines, extension) ?? []) {
          assert.ok(start >= 0 && start < end && end <= lines.length, `${extension}, ${length}`);
        }
      }
    }
  });

  const words = `/* */ // -- [[ ]] """ ''' $ \${ #{ $( <<EOF EOF => -> r#" #if #else #endif end def class case import match`;
  const signs = '{}()[]<>,;:=#@\'"`/\\|-+*$% \n\n\t';
  const tokens = fc.constantFrom(
    ...signs.split(''),
    ...words.split(' ').flatMap((word) => [word, `${word} `, `${word}\n`]),
  );
  const extensions = [...new Set(samples.map(({ extension }) => extension))];

  it('reads brackets, quotes and words in any order without an error, each thing within the lines', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...extensions),
        fc.array(tokens, { maxLength: 60 }),
        (extension, parts) => {
          const lines = parts.join('').split('\n');
          let last = 0;
          for (const { start, end } of namedThings(lines, extension) ?? []) {
            assert.ok(start >= last && start < end && end <= lines.length);
            last = start;
          }
        },
      ),
      { numRuns: propertyRuns(2000) },
    );
  });

  it('finds in code before and after other code what it finds alone', () => {
    const said = (lines: readonly string[], extension: string): readonly string[] =>
      (namedThings(lines, extension) ?? []).map(({ kind, path, name, start, end }) =>
        [kind, ...path, name, end - start].join(' '),
      );
    for (const { extension, code } of samples) {
      // A file has one of each key and one front matter, and a section takes what follows.
      if (['json', 'yml', 'toml', 'ini', 'md', 'dockerfile'].includes(extension)) continue;
      const lines = codeOf(code);
      const alone = said(lines, extension);
      assert.deepEqual(said([...lines, '', ...lines], extension), [...alone, ...alone], extension);
    }
  });

  const pumped: readonly (readonly [extension: string, part: string, before?: string])[] = [
    ...samples.map(({ extension, code }) => [extension, `${codeOf(code).join('\n')}\n`] as const),
    ...[
      '{',
      '(',
      '"',
      '/',
      '/*',
      'a,',
      'a<',
      '@a ',
      '${',
      '{\n',
      '@a\n',
      'case 1:\n',
      'import { a,\n',
    ].map((part) => ['ts', part] as const),
    ...['[', '@a(', '"""', '  a\n'].map((part) => ['py', part] as const),
    ...['#', 'a ', '#if a\n', 'template <', 'a::'].map((part) => ['cc', part] as const),
    ...['#', '#"', '(\n'].map((part) => ['swift', part] as const),
    ...['r#', "'a", 'use a::{', 'a | '].map((part) => ['rs', part] as const),
    ...['%w[', '<<A ', '/', 'def a\n'].map((part) => ['rb', part] as const),
    ...['|', '| ', '$(', '"$(', 'a)\n'].map((part) => ['sh', part] as const),
    ...['- ', 'a:', ' ', "'", 'a:\n', '- a\n'].map((part) => ['yml', part] as const),
    ...['a', '.', '[['].map((part) => ['toml', part] as const),
    ...['=\n', '# a\n', '#'].map((part) => ['md', part] as const),
    ...['a, ', '#{', 'a{\n'].map((part) => ['scss', part] as const),
    ...['"a":', ',', '[\n', '\\"'].map((part) => ['json', part] as const),
    ['ts', '`a`', 'case '],
    ['ts', ' ', 'import '],
    ['ts', 'a', 'import { b '],
    ['cc', '[0]', 'int a'],
    ['cc', '[[a]] '],
    ['md', ' ', '# a'],
    ['vue', '<script>\n'],
  ];
  for (const [index, [extension, part, before = '']] of pumped.entries()) {
    const said =
      part.length > 20
        ? `copies of sample ${index + 1}`
        : `${JSON.stringify(before + part)} again and again`;
    it(`reads ${said} in .${extension} in a time that grows as the text does`, () => {
      const textOf = (factor: number): readonly string[] =>
        `${before}${part.repeat(Math.ceil((factor * 8_000) / part.length))}${before && 'b'}`.split(
          '\n',
        );
      const texts = { 1: textOf(1), 8: textOf(8) };
      assert.ok(isLinear((factor) => namedThings(texts[factor], extension)));
    });
  }
});
