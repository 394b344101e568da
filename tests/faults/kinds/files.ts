import type { Fault } from '../fault.ts'
import { changeAt } from '../fault.ts'
import { lineAt, type Span } from '../spots.ts'
import type { Tree } from '../tree.ts'
import { misspelt } from '../typos.ts'

const fault = (sort: string, path: string, text: string | null, line = 1): Fault => ({
  sort: `file: ${sort}`,
  what: path,
  files: new Map([[path, text]]),
  at: [[path, line]],
})

const lineOf = (text: string, part: RegExp): number | undefined =>
  part.test(text) ? lineAt(text, text.search(part)) : undefined
/** Where something stands at all: a remark is nothing. */
const firstLine = (text: string): number => text.split('\n').findIndex(line => /^[^#\s]/.test(line)) + 1

/** As a program shows it that takes one encoding for another. */
const garbled = (text: string): string => Buffer.from(text, 'utf16le').toString('utf8')

/** What happens to whole files. */
export function wrongFiles({ files, sheets }: Tree): Fault[] {
  const own = files.filter(({ path }) => !path.startsWith('base/'))
  return own.flatMap(({ path, text }) => {
    const beside = (ending: string): string => path.replace(/\.yaml$/, ending)
    const han = text.search(/\p{Script=Han}/u)
    const folder = path.split('/').slice(0, -1).join('/')
    const sheet = sheets.find(({ file }) => file.path === path)
    const moved = path.replace(/^(schemas|customers\/[^/]+)\/(\w+)\//, (_, layer, of) => `${layer}/${misspelt(of)}/`)
    const area = path.replace(/\/areas\/(\d+)\//, (_, code: string) => `/areas/${misspelt(code)}/`)
    return [
      fault('another encoding', path, garbled(text)),
      ...(han < 0
        ? []
        : [fault('another encoding', path, text.replaceAll(/\p{Script=Han}/gu, '\uFFFD\uFFFD'), lineAt(text, han))]),
      ...['.txt', '.YAML', '.yaml.bak', '.yam'].map(ending => fault('another ending', beside(ending), text)),
      fault('twice', beside('.yml'), text),
      ...(moved === path || area !== path ? [] : [fault('folder misspelt', moved, text)]),
      ...(area === path ? [] : [fault('folder of an area misspelt', area, text, firstLine(text))]),
      fault('nested too deep', path, `${text}deep: ${'['.repeat(400)}${']'.repeat(400)}\n`, text.split('\n').length),
      fault('too large', path, `${text}# ${'x'.repeat(800_000)}\n`),
      ...(sheet?.kind === 'locale'
        ? [fault('name against content', `${folder}/fr.yaml`, text, lineOf(text, /^locale:/m) ?? firstLine(text))]
        : []),
    ]
  })
}

/** Signs that make a file no YAML, and what YAML reads otherwise than it looks. */
export function wrongSyntax({ sheets }: Tree): Fault[] {
  return sheets.flatMap(({ file, spots }) => {
    const { path, text } = file
    const keyed = spots.filter(({ key, inFlow, parent }) => key && !inFlow && parent?.parent)
    const change = (sort: string, span: Span, by: string): Fault =>
      changeAt(`syntax: ${sort}`, { file }, [span, by], `${path} at sign ${span[0]}`)
    return keyed.flatMap(spot => {
      const [from, to] = spot.key!
      const start = text.lastIndexOf('\n', from - 1) + 1
      if (text.slice(start, from).trim() !== '') return []
      const line = text.slice(start, text.indexOf('\n', start) + 1)
      const isBelow = spot.value !== undefined && text.slice(from, spot.value[0]).includes('\n')
      const value = typeof spot.given === 'string' && !isBelow ? spot.value : undefined
      return [
        change('tab', [start, from], '\t'),
        ...(text[to] === ':' ? [change('full-width colon', [to, to + 1], '：')] : []),
        ...(value && !/['"]/.test(text[value[0]]!) ? [change('quote not closed', [value[0], value[0]], "'")] : []),
        // the second of them is one too many
        ...(isBelow ? [] : [change('key twice', [start + line.length, start + line.length], line)]),
        ...(spot.value ? [] : [change('indented too far', [start, start], '   ')]),
      ]
    })
  })
}
