import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { LineCounter, parse, parseDocument } from 'yaml'
import { describe, expect, it } from 'vitest'
import { commentsOf } from '../../../src/core/format/comments.ts'
import { formatText } from '../../../src/core/format/read-document.ts'
import { yamlFiles } from '../../../src/cli/yaml-files.ts'
import { ROOT } from '../../folders.ts'
import { randomYaml } from './random-yaml.ts'

const comments = (text: string): string[] => {
  const lines = new LineCounter()
  parseDocument(text, { lineCounter: lines })
  return commentsOf(text, lines).map(comment => comment.text.trim())
}

/** What formatting does wrong with a text: it keeps values and comments, and changes nothing the second time. */
function faults(path: string, text: string): string[] {
  const problems: string[] = []
  const report = ({ messageEn }: { messageEn: string }): void => void problems.push(messageEn)
  const once = formatText({ path, text }, report)
  if (problems.length > 0) return problems.map(one => `${path} ${one}\n${text}`)
  const twice = formatText({ path, text: once }, report)
  const told = `${path}\n${text}\n-----\n${once}`
  return [
    ...(isDeepStrictEqual(parse(once), parse(text)) ? [] : [`other values: ${told}`]),
    ...(isDeepStrictEqual(comments(once).sort(), comments(text).sort()) ? [] : [`other comments: ${told}`]),
    ...(once === twice ? [] : [`not the same the second time: ${told}\n-----\n${twice}`]),
    ...(/\n\n\n/.test(once.replaceAll(/[|>][-+\d]*(.*\n)(\s.*\n|\n)*/g, '')) ? [`two empty lines: ${told}`] : []),
  ]
}

describe('formatText', () => {
  it('keeps values and comments of every YAML file here, and does not change its own form', () => {
    const files = ['.', 'base', 'demo', 'examples/library', 'lab/load/config', 'tests/cases/_base'].flatMap(folder =>
      yamlFiles(join(ROOT, folder)).map(path => `${folder}/${path}`),
    )
    expect(files.length).toBeGreaterThan(400)
    expect(files.flatMap(path => faults(path, readFileSync(join(ROOT, path), 'utf8')))).toEqual([])
  })

  it('keeps values and comments of random files, and does not change its own form', () => {
    const found: string[] = []
    for (let seed = 1; seed <= 400 && found.length === 0; seed++)
      found.push(...faults(`seed ${seed}`, randomYaml(seed)))
    expect(found).toEqual([])
  })
})
