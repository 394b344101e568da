import { describe, expect, it } from 'vitest'
import { compileProject } from '../../../src/core/compile/configuration.ts'
import { staticFiles } from '../../../src/core/compile/static-files.ts'
import type { Manual } from '../../../src/core/contract/configuration.ts'
import type { Scope } from '../../../src/core/model/scope.ts'
import { BASE, resolverOf } from '../files.ts'

describe('R6.10 operation manuals', () => {
  const { project } = resolverOf({
    ...BASE,
    'schemas/app.yaml': [
      'title: 平台',
      "manuals: {'2': [start, clues], 巡查员: manuals/a.pdf, '4': [clues]}",
      'roleGroups: {judges: [a, b]}\n',
    ].join('\n'),
    'schemas/workflows/clue.yaml':
      'workflow: clue\nentity: result\ntransitions: {sl: {label: 受理}, pf: {label: 派发}}\n',
    'schemas/manuals/start.yaml': 'manual: start\ntitle: 开始\nsections: {one: {title: 登录, steps: [甲]}}\n',
    'schemas/manuals/clues.yaml': [
      'manual: clues',
      'title: 线索',
      'sections:',
      '  sl: {title: 受理, page: data/shop, buttons: [clue.sl, clue.gone, clue.pf], text: 说明}',
      '  judge: {title: 研判, roles: [judges]}\n',
    ].join('\n'),
    'customers/areas/35/area.yaml': "area: '35'\nname: 福建\n",
    'customers/areas/35/manuals/clues.yaml': 'sections: {sl: {text: 福建的说明}, judge: false}\n',
  })
  const configuration = compileProject(project)
  const hashOf = (scope: Scope, reader: string): string => {
    const manual = configuration.scope(scope).manifest.app.manuals?.[reader]
    return typeof manual === 'object' ? manual.hash : ''
  }
  const read = (scope: Scope, reader: string): Manual =>
    JSON.parse(configuration.scope(scope).blob(hashOf(scope, reader)) ?? '') as Manual

  it('are chapters in the order of reading, with the buttons of records and the roles of groups', () => {
    expect(read({}, '2').chapters.map(({ title }) => title)).toEqual(['开始', '线索'])
    expect(read({}, '4').chapters[0]?.sections).toEqual([
      { name: 'sl', title: '受理', page: 'data/shop', text: '说明', buttons: { result: ['sl', 'pf'] } },
      { name: 'judge', title: '研判', roles: ['a', 'b'] },
    ])
    expect(configuration.scope({}).app.manuals?.['巡查员']).toBe('manuals/a.pdf')
  })
  it('say in an area what is otherwise there, and nothing that it has left out', () => {
    const [, clues] = read({ area: '3501' }, '2').chapters
    expect(clues?.sections.map(({ name, text }) => [name, text])).toEqual([['sl', '福建的说明']])
    expect(configuration.scope({}).blob(hashOf({ area: '35' }, '2'))).toBeUndefined()
    expect(configuration.scope({ area: '35' }).manifest.version).not.toBe(configuration.scope({}).manifest.version)
  })
  it('are files where there is no server', () => {
    const paths = new Map(staticFiles(project, configuration).map(({ path, text }) => [path, text]))
    for (const scope of [{}, { area: '35' }])
      for (const reader of ['2', '4'])
        expect(JSON.parse(paths.get(`manual/${hashOf(scope, reader)}`) ?? '')).toEqual(read(scope, reader))
  })
})
