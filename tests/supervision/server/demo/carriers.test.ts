import { describe, expect, it } from 'vitest'
import { checkFolder } from '../../../../src/cli/check-folder.ts'
import { demoAccounts } from '../../../../src/supervision/server/demo/accounts.ts'
import { permitCheckDigit } from '../../../../src/supervision/server/demo/permits.ts'
import { readDemo } from '../../../../src/supervision/server/demo/demo-files.ts'

const accounts = demoAccounts(await readDemo('.'))
const { configuration } = checkFolder('.')
const ROLES = [
  'yiliaoqixieke',
  'huazhuangpinke',
  'yaopinkeguanliyuanji',
  'shijizhidui',
  'quxianjuji',
  'quxiandadui',
  'huainan_admin',
]

describe('the demonstration has an account', () => {
  it.each(['87190', '85086', '107587', '18919', '115621', '115622'])('R6.04 of customer %s', customer => {
    expect(accounts.some(({ customerId }) => customerId === customer)).toBe(true)
  })
  it.each(ROLES)('R6.02 of 87190 with the role %s', role => {
    expect(accounts.some(({ customerId, roles }) => customerId === '87190' && roles.includes(role))).toBe(true)
  })
  it.each(['35', '3501', '52', '64', '3402', '3404', '341300', '3418', '1402', '4103', '320700'])(
    'R6.05 R6.06 R6.07 R6.09 in the area %s',
    area => {
      expect(accounts.some(({ areaCode }) => areaCode.startsWith(area))).toBe(true)
    },
  )
  it.each([0, 1, 2, 3, 4])('R6.01 of level %s', level =>
    expect(accounts.some(({ areaLevel }) => areaLevel === level)).toBe(true),
  )
  it.each(['special', '999', 'FJ_customer', 'xuancheng'])('R6.01 with the code %s', role =>
    expect(accounts.some(({ roles }) => roles.includes(role))).toBe(true),
  )
  it('of every customer there is', () => {
    expect(new Set(accounts.map(({ customerId }) => customerId).filter(Boolean))).toEqual(
      new Set(configuration.customers().map(({ customer }) => customer)),
    )
  })
})

it('computes the check digit of a permit as GB/T 17710 has it', () => {
  // the standard's own example: 0794 has the check digit 5
  expect(permitCheckDigit('0794')).toBe('5')
})
