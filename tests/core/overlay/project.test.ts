import { describe, expect, it } from 'vitest'
import { Diagnostics } from '../../../src/core/diagnostic/diagnostic.ts'
import { namesOf, parseChanged, readProject, type Project } from '../../../src/core/overlay/project.ts'
import { sources, type Files } from '../files.ts'

const APP = 'schemas/app.yaml'
const FILES: Files = {
  'customers/87/pages/a.yaml': 'title: 丙\n',
  'customers/areas/35/pages/a.yaml': 'title: 乙\n',
  'schemas/pages/a.yaml': 'title: 甲\n',
  'schemas/pages/b.yaml': 'title: 丁\n',
  [APP]: 'title: 名\n',
}
function read(files: Files, before?: Project) {
  const diagnostics = new Diagnostics()
  const project = readProject(sources(files), diagnostics.report, parseChanged(before))
  return { project, problems: diagnostics.sorted() }
}

describe('files become documents in layers', () => {
  it('in order of precedence, in whatever order they are read', () => {
    const { project, problems } = read(FILES)
    expect(problems).toEqual([])
    expect(project.layers.map(({ name }) => name)).toEqual(['schemas', 'customers/areas/35', 'customers/87'])
    expect(project.documents.get('pages/a')!.map(({ file, layer, kind, name }) => [file, layer, kind, name])).toEqual([
      ['schemas/pages/a.yaml', 'schemas', 'page', 'pages/a'],
      ['customers/areas/35/pages/a.yaml', 'customers/areas/35', 'page', 'pages/a'],
      ['customers/87/pages/a.yaml', 'customers/87', 'page', 'pages/a'],
    ])
    expect(project.contents.get('schemas')).toEqual(['pages/a', 'pages/b', 'app'])
    expect([namesOf(project, 'page'), namesOf(project, 'app'), namesOf(project, 'entity')]).toEqual([
      ['pages/a', 'pages/b'],
      ['app'],
      [],
    ])
    expect([...project.sources.keys()]).toEqual(Object.keys(FILES))
    expect(project.broken).toEqual([])
  })

  it('but for those that describe the language itself', () => {
    const { project, problems } = read({ 'schemas/meta/app.schema.json': '{}', 'schemas/meta/x.yaml': 'a: 1\n' })
    expect([problems, [...project.sources.keys()]]).toEqual([[], []])
  })

  it('where they stand in no place of a document, they are named with the place that was meant', () => {
    expect(read({ 'schemas/page/a.yaml': 'title: 甲\n' }).problems).toEqual([
      {
        code: 'file-place',
        severity: 'error',
        message:
          '文件放错了位置：这里只认 '
          + 'app、menu、endpoints、customer、area、demo、dictionaries、mixins、entities、workflows、pages、locales、manuals、statistics',
        messageEn:
          'This file stands where nothing is read: known places are '
          + 'app, menu, endpoints, customer, area, demo, dictionaries, mixins, entities, workflows, pages, '
          + 'locales, manuals, statistics',
        origin: { file: 'schemas/page/a.yaml', line: 1, col: 1 },
        suggestion: 'schemas/pages/a.yaml',
      },
    ])
    const [elsewhere] = read({ 'notes/a.yaml': 'title: 甲\n' }).problems
    expect(elsewhere).toMatchObject({ code: 'file-place', origin: { file: 'notes/a.yaml' } })
    expect(elsewhere).not.toHaveProperty('suggestion')
  })
})

describe('a file that is', () => {
  it('no YAML is broken, and no document', () => {
    const { project, problems } = read({ ...FILES, 'schemas/pages/b.yaml': 'title: [\n' })
    expect(project.broken).toEqual(['schemas/pages/b.yaml'])
    expect(problems.map(({ code }) => code)).toContain('yaml-syntax')
    expect(project.documents.has('pages/b')).toBe(false)
    expect(project.trees.has('schemas/pages/b.yaml')).toBe(false)
  })

  it('the same as before keeps its tree; what was wrong with it is said again', () => {
    const files = { ...FILES, 'schemas/pages/b.yaml': 'title: &x 甲\nhelp: *x\n' }
    const before = read(files).project
    const after = read({ ...files, 'schemas/pages/a.yaml': 'title: 新\n' }, before)
    expect(after.project.trees.get(APP)).toBe(before.trees.get(APP))
    expect(after.project.trees.get('schemas/pages/a.yaml')).not.toBe(before.trees.get('schemas/pages/a.yaml'))
    expect(after.problems.map(({ code, origin }) => [code, origin.file])).toEqual([
      ['yaml-alias', 'schemas/pages/b.yaml'],
    ])
    expect(before.documents.has('pages/b')).toBe(true)
    expect(before.trees.has('schemas/pages/b.yaml')).toBe(false)
  })
})
