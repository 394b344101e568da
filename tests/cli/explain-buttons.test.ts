import { describe, expect, it } from 'vitest'
import { accountNamed } from '../../src/cli/accounts.ts'
import { explainButtons, type ButtonExplanation } from '../../src/cli/explain-buttons.ts'
import { checkFolder } from '../../src/cli/check-folder.ts'
import { runExplain } from '../../src/cli/run-explain.ts'

const checked = checkFolder('.')
const { project, resolver } = checked

function explained(route: string, account: string, state: string): Map<string, ButtonExplanation> | undefined {
  const who = accountNamed('.', account, checked)
  const scope = { area: who.area, ...(who.customer ? { customer: who.customer } : {}) }
  const says = explainButtons({ resolver, project }, route, scope, who, state)
  return says && new Map(says.map(say => [say.button, say]))
}
function printed(...argv: string[]): { code: number; text: string } {
  let text = ''
  const code = runExplain([...argv, '--root', 'tests/cases/_base'], {
    out: line => {
      text += `${line}\n`
    },
    err: line => {
      text += `${line}\n`
    },
  })
  return { code, text }
}

describe('explain says of a button', () => {
  it('R6.02 why it is there for an account in a state, or missing, and where that stands', () => {
    const says = explained('illegalClues/Case', 'huainan_datong', '20')
    expect([...(says?.values() ?? [])].filter(({ may }) => may).map(({ button, as }) => [button, as])).toEqual([
      ['sl', 'holder'],
      ['th', 'holder'],
      ['cancel', 'creator'],
    ])
    expect(says?.get('pf')).toMatchObject({
      may: false,
      why: '您的角色不能派发',
      place: expect.stringMatching(/^schemas\/workflows\/clue\.yaml:\d+:\d+$/),
    })
    expect(says?.get('cl')?.why).toMatch(/^记录已是“待受理”，不能处理/)
    expect(explained('illegalClues/Case', 'fj_gulou', '30')?.get('cl')).toMatchObject({
      may: true,
      as: 'holder',
      place: expect.stringMatching(/^schemas\/workflows\/clue\.yaml:\d+:\d+$/),
    })
  })

  it('nothing of a state or a page without a workflow', () => {
    expect(explained('illegalClues/Case', 'fj_gulou', '99')).toBeUndefined()
    expect(explained('dataCenter/onlineShop', 'fj_gulou', '20')).toBeUndefined()
  })

  it('so that it can be read: the button, who it is for or why it is missing, and the place', () => {
    expect(printed('data/shop', '--area', '350100', '--role', 'inspector', '--state', 'open').text).toMatch(
      /^[✓✗] {2}\w+ {2}\S+.*schemas\/\S+:\d+:\d+$/m,
    )
    expect(printed('data/shop', '--state', 'nowhere', '--area', '350100').code).toBe(1)
    expect(printed('data/shop', '--account', 'nobody', '--state', 'open').code).toBe(2)
  })
})

describe('a file named by its path', () => {
  it('is explained for the folder that it stands in', () => {
    const { code, text } = printed('customers/10001/customer.yaml', 'name')
    expect([code, text]).toEqual([0, expect.stringContaining('customers/10001/customer.yaml:2:1  甲客户')])
    expect(printed('customers/10001/customer.yaml', 'nmae').code).toBe(1)
  })
})
