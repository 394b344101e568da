import { isMap, isScalar, type Document, type YAMLMap } from 'yaml'
import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../../src/core/diagnostic/diagnostic.ts'
import { formatDocument } from '../../../src/core/format/print.ts'
import { formatText, readDocument } from '../../../src/core/format/read-document.ts'

const none = (problem: Diagnostic): never => {
  throw new Error(problem.messageEn)
}
const format = (text: string): string => formatText({ path: 'a.yaml', text }, none)
const read = (text: string): Document => readDocument({ path: 'a.yaml', text }, none)!
const LONG = 'a text that is so long that it does not fit twice into one line'

/** What goes in, and what comes out where that differs. */
const FORMS: Record<string, [string, string?]> = {
  'no padding within braces': ['a: { b: 1,c: [ 1 , 2 ], "01": x }\n', 'a: {b: 1, c: [1, 2], "01": x}\n'],
  'two blanks of indentation': ['a:\n    b:\n    - 1\n    -   c: 1\n', 'a:\n  b:\n    - 1\n    - c: 1\n'],
  'members without a value': [
    'shopName:\nother: {a: , b, c:, d: ~, e: null}\n',
    'shopName:\nother: {a:, b:, c:, d: ~, e: null}\n',
  ],
  'the spelling of scalars': [`a: '01'\n01: 0x1\n"b": "\\u4e2d"\nc: +1.50\nd: 'it''s'\n`],
  'texts with marks in them': [`a: 'b: c'\nd: "x # y"\ne: it's # why\nf: a:b#c\n`],
  'the order of keys': ['b: 1\na: {$order: [z, y], y:, z:}\n$order: [a, b]\n'],
  'one empty line at most': ['\n\na: 1\n\n\n\nb:\n\n  c: 1\n\n\n# end\n\n\n', 'a: 1\n\nb:\n\n  c: 1\n\n# end\n'],
  'line breaks and an end': ['\uFEFFa: 1\r\nb: |\r\n  c\r\n', 'a: 1\nb: |\n  c\n'],
  'an empty file': [''],
  'a file of comments': ['# a\n\n\n# b\n', '# a\n\n# b\n'],
  'texts of several lines': [
    'a: |\n    b\n\n\n     c\nd: >-\n   e\n   f\n\ng: h\n    i\n\n    j # k\n',
    'a: |\n  b\n\n\n   c\nd: >-\n  e\n  f\n\ng: h\n  i\n\n  j # k\n',
  ],
  'texts that begin with blanks, or end with empty lines': [
    'a:\n    - |2\n       b\n    - c: |2+\n         d\n\n\n    - e\n',
    'a:\n  - |2\n     b\n  - c: |2+\n       d\n\n\n  - e\n',
  ],
  'the line of the editor': ['# yaml-language-server: $schema=a.json\na: 1\n'],
  'comments above, behind and after': [
    '# head\n\n# a\na: 1   #b\n\n# c\n\n# d\ne:\n  f: 1\n  # after f\n\n  # in e\n# at the end\n',
    '# head\n\n# a\na: 1 #b\n\n# c\n\n# d\ne:\n  f: 1\n  # after f\n\n  # in e\n# at the end\n',
  ],
  'comments below texts of several lines': ['a: |\n  b\n# c\nd: |+\n  e\n\n# f\ng: 1\n'],
  'comments behind a key': ['a: # b\n  c: 1\nd: # e\n  - 1\nf: # g\nh:\n  # i\n  j: 1\n'],
  'comments below a key without a value': ['a:\n  # b: 1\n  # c: 2\nd: 1\n'],
  'comments between items': ['- a\n# b\n- c # d\n\n# e\n\n- # f\n  g: 1\n# h\n'],
  'comments of several lines behind a value': ['a: 1 # b\n     # c\nd: 1\n'],
  'comments of the map above and of the one below': ['a:\n  b:\n    c: 1\n    # c\n  # b\n# d\nd: 1\n'],
  'comments before a value on a line of its own': ['a: # b\n  1\nc:\n  # d\n  {e: 1}\n', 'a: 1 # b\n# d\nc: {e: 1}\n'],
  'braces over several lines': ['a: {\n  b: 1,\n  c: [1,\n    2]\n}\n', 'a: {b: 1, c: [1, 2]}\n'],
  'comments within braces': [
    'a: { # b\n  c: 1, # d\n\n  # e\n  f: [1] # g\n  # h\n  } # i\n',
    'a:\n  # b\n  c: 1 # d\n\n  # e\n  f: [1] # g\n  # h\n  # i\n',
  ],
  'comments behind and within empty braces': ['a: {} # b\nc: [ # d\n  ]\n', 'a: {} # b\nc: [] # d\n'],
  'braces that are too long, the outermost first': [
    `a: {b: {c: {d: ${LONG}, e: [1, 2]}}, f: {g: ${LONG}}} # h\n`,
    `a: # h\n  b: {c: {d: ${LONG}, e: [1, 2]}}\n  f: {g: ${LONG}}\n`,
  ],
  'items that are too long': [
    `- {a: ${LONG}, b: ${LONG}} # c\n- [[${LONG}, ${LONG}]]\n`,
    `- # c\n  a: ${LONG}\n  b: ${LONG}\n- - - ${LONG}\n    - ${LONG}\n`,
  ],
  'members without a value in braces that are too long': [
    `{a:, b: "", c: [~], d: ${LONG}, e: ${LONG}}\n`,
    `a:\nb: ""\nc: [~]\nd: ${LONG}\ne: ${LONG}\n`,
  ],
  'a text that is too long': [
    `a: ${LONG} ${LONG}\nb: [${LONG} ${LONG}]\n`,
    `a: ${LONG} ${LONG}\nb:\n  - ${LONG} ${LONG}\n`,
  ],
  'a comment that makes its line too long': [`a:\n  b: ${LONG} # ${LONG}\n`, `a:\n  # ${LONG}\n  b: ${LONG}\n`],
}

describe('formatText', () => {
  for (const [name, [text, wanted = text]] of Object.entries(FORMS))
    it(name, () => {
      expect(format(text)).toBe(wanted)
      expect(format(wanted)).toBe(wanted)
    })

  it('counts characters: 120 stay on a line, 121 do not, and a Chinese character is one', () => {
    const line = `a: [${'网'.repeat(112)}, b]\n`
    expect([...line]).toHaveLength(121)
    expect(format(line)).toBe(line)
    expect(format(line.replace('b]', 'bc]'))).toBe(`a:\n  - ${'网'.repeat(112)}\n  - bc\n`)
  })

  it('leaves a text that is no YAML as it is, and says where', () => {
    const found: Diagnostic[] = []
    const text = 'a: 1\nb: {c: 1\n'
    expect(formatText({ path: 'x/a.yaml', text }, problem => void found.push(problem))).toBe(text)
    expect(found.map(({ code, origin }) => [code, origin])).toEqual([
      ['yaml-syntax', { file: 'x/a.yaml', line: 3, col: 1 }],
    ])
  })

  it.each(['a: &b 1\nc: *b\n', 'a: !b 1\n', '? [a, b]\n: 1\n', '---\na: 1\n'])(
    'leaves %j, which is not ours, as it is',
    text => {
      const codes: string[] = []
      expect(formatText({ path: 'a.yaml', text }, ({ code }) => void codes.push(code))).toBe(text)
      expect(codes).toEqual(['yaml-form'])
    },
  )
})

describe('formatDocument', () => {
  const changed = (text: string, change: (root: YAMLMap) => void): string => {
    const document = read(text)
    if (isMap(document.contents)) change(document.contents)
    return formatDocument(document)
  }

  it('prints what code has changed, quoted where it has to be', () => {
    const text = changed("a: '01' # b\nc: {d: 1}\n", root => {
      root.set('a', "it's: 02")
      root.set('e', ['1', 1, 'x, y', null, { f: true }])
      root.setIn(['c', 'g'], 'x, y')
    })
    expect(text).toBe(`a: 'it''s: 02' # b\nc: {d: 1, g: 'x, y'}\ne:\n  - '1'\n  - 1\n  - x, y\n  -\n  - f: true\n`)
  })

  it('keeps comments where keys are renamed or taken away, and the head of the file too', () => {
    const text = changed('# yaml-language-server: x\na: 1\n# b\nb: 2 # c\nd: 3\n', root => {
      root.delete('a')
      for (const { key } of root.items) if (isScalar(key) && key.value === 'b') key.value = 'e: f'
    })
    expect(text).toBe("# yaml-language-server: x\n# b\n'e: f': 2 # c\nd: 3\n")
  })

  it('does not take a text for the number that was there', () => {
    expect(changed('a: 1\n', root => root.set('a', '1'))).toBe("a: '1'\n")
  })
})
