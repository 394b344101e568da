import { describe, expect, it } from 'vitest'
import { checkFolder } from '../../src/cli/check-folder.ts'
import { Look } from './said/look.ts'
import { brokenBy, SAID } from './said/said.ts'

const sound = checkFolder('.')
const look = new Look(sound.configuration)

describe('what the specification says', () => {
  it.each(SAID.map(({ words, seen, is }) => [words, seen, is] as const))('%s', (_words, seen, is) => {
    expect(seen(look)).toEqual(is)
  })
  it('is said once', () => {
    const words = SAID.map(one => one.words)
    expect(words.filter((one, i) => words.indexOf(one) !== i)).toEqual([])
  })
})

describe('one value that is another', () => {
  it.each([
    ['the first day of the counts of 87190', 'customers/87190/customer.yaml', "'2025-01-01'", "'2025-01-02'"],
    ['how long errors stay', 'base/app.yaml', 'errorDuration: 1000', 'errorDuration: 2000'],
    [
      'the model on the detail of 18919',
      'customers/18919/pages/illegalClues/particulars.yaml',
      'Model:',
      'Model: false',
    ],
    ['the way back to the top', 'base/app.yaml', 'backToTop: 100', 'backToTop: 200'],
    ['a badge', 'schemas/menu.yaml', ', badge: illegals}', '}'],
    [
      'the argument of the deletion of labels',
      'schemas/endpoints.yaml',
      'path: /api/wjLabelManage/delete\n    in: query\n    params: [id]',
      'path: /api/wjLabelManage/delete\n    in: query\n    params: [labelId]',
    ],
  ])('is noticed: %s', (_what, path, from, to) => {
    const { text } = sound.project.sources.get(path)!
    expect(text.split(from)).toHaveLength(2)
    expect(brokenBy(sound, { path, text: text.replace(from, to) })).toBeDefined()
  })
})
