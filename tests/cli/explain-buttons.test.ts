import { describe, expect, it } from 'vitest'
import { runExplain } from '../../src/cli/run-explain.ts'

interface Say { button: string; may: boolean; as?: string; why?: string; place: string }

function explained(...argv: string[]): { code: number; says: Map<string, Say>; text: string } {
  let text = ''
  const code = runExplain(argv, { out: (line) => { text += `${line}\n` }, err: (line) => { text += `${line}\n` } })
  const says = argv.includes('--json') && code === 0 ? (JSON.parse(text) as Say[]) : []
  return { code, says: new Map(says.map((say) => [say.button, say])), text }
}

describe('explain says of a button', () => {
  it('R6.02 why it is there for an account in a state, or missing, and where that stands', () => {
    const { code, says } = explained('illegalClues/Case', '--account', 'huainan_datong', '--state', '20', '--json')
    expect(code).toBe(0)
    expect([...says.values()].filter(({ may }) => may).map(({ button }) => button)).toEqual(['sl', 'th', 'cancel'])
    expect([says.get('sl')?.as, says.get('cancel')?.as]).toEqual(['holder', 'creator'])
    expect(says.get('pf')).toMatchObject({ may: false, why: '您的角色不能派发', place: expect.stringMatching(/^customers\/87190\/workflows\/clue\.yaml:\d+:\d+$/) })
    expect(says.get('cl')?.why).toMatch(/^记录已是“待受理”，不能处理/)
    expect(says.get('archive')?.why).toMatch(/^记录已是/)
  })

  it('the same of a level and roles that are written out, of one button', () => {
    const { text } = explained('illegalClues/Case', 'cl', '--area', '350102', '--role', 'county_admin', '--state', '30')
    expect(text).toMatch(/^✓ {2}cl {2}处理 {2}须为 当前办理单位 {2}schemas\/workflows\/clue\.yaml:\d+:\d+\n$/)
  })

  it('nothing of what is not there', () => {
    expect(explained('illegalClues/Case', '--account', 'nobody', '--state', '20').code).toBe(2)
    expect(explained('illegalClues/Case', '--account', 'fj_gulou', '--state', '99').code).toBe(1)
    expect(explained('dataCenter/onlineShop', '--account', 'fj_gulou', '--state', '20').code).toBe(1)
  })
})
