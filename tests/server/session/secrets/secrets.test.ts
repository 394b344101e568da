import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import type { ScopedConfiguration } from '../../../../src/core/index.ts'
import { networkOf } from '../../../../src/server/session/throttle/address.ts'
import { needsFactor, withDuty } from '../../../../src/server/session/duty.ts'
import {
  hashOneTimePassword,
  hashPassword,
  isStrong,
  passwordMatches,
} from '../../../../src/server/session/secrets/passwords.ts'
import { sealWith } from '../../../../src/server/session/secrets/seal.ts'
import {
  asOf,
  leftOf,
  oneMore,
  USUAL_LIMITS,
  waitAfter,
  type Tally,
} from '../../../../src/server/session/throttle/slowing.ts'
import { judgeCode, newSecret, stepAt } from '../../../../src/server/session/secrets/totp.ts'
import type { SignedIn } from '../../../../src/server/access/signed-in.ts'
import { whyWeak, type PersonNames } from '../../../../src/server/session/secrets/weak-passwords.ts'
import { codeAt } from '../../support/browser.ts'

const HOUR = 3600_000
const NOW = Date.UTC(2026, 5, 1)

describe('codes of a phone (RFC 6238)', () => {
  const secret = Secret.fromLatin1('12345678901234567890').base32
  const fresh = { secret, drift: 0, found: null }

  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i seconds are those of appendix B', (seconds, eight) => {
    const code = eight.slice(-6)
    expect(codeAt(secret, seconds * 1000)).toBe(code)
    expect(judgeCode(code, fresh, seconds * 1000)).toMatchObject({ is: 'right', step: Math.floor(seconds / 30) })
  })

  it('are good in their half minute and the ones beside it, and in no other', () => {
    const judged = [-2, -1, 0, 1, 2].map(steps => judgeCode(codeAt(secret, NOW + steps * 30_000), fresh, NOW).is)
    expect(judged).toEqual(['apart', 'right', 'right', 'right', 'apart'])
    expect(judgeCode('12345', fresh, NOW).is).toBe('wrong')
    expect(judgeCode('', fresh, NOW).is).toBe('wrong')
    expect(judgeCode(codeAt(secret, NOW + 3 * HOUR), fresh, NOW).is).toBe('wrong')
  })

  it.each([-HOUR, HOUR, -65_000])(
    'of a phone that is %i ms apart are good from the second one after another on',
    apart => {
      const phone = NOW + apart
      const first = judgeCode(codeAt(secret, phone), fresh, NOW)
      expect(first).toEqual({ is: 'apart', step: stepAt(phone) })
      const found = stepAt(phone)
      expect(judgeCode(codeAt(secret, phone), { ...fresh, found }, NOW).is).toBe('apart')
      expect(judgeCode(codeAt(secret, phone + 300_000), { ...fresh, found }, NOW).is).toBe('apart')
      const second = judgeCode(codeAt(secret, phone + 30_000), { ...fresh, found }, NOW + 30_000)
      expect(second.is).toBe('right')
      const { drift } = second as { drift: number }
      expect(judgeCode(codeAt(secret, phone + 600_000), { secret, drift, found: null }, NOW + 600_000).is).toBe('right')
      // the clock is right again
      expect(judgeCode(codeAt(secret, NOW), { secret, drift, found: null }, NOW)).toMatchObject({
        is: 'right',
        drift: 0,
      })
    },
  )

  it('come from secrets of 160 bits', () => {
    expect(new Set([newSecret(), newSecret()]).size).toBe(2)
    expect(Secret.fromBase32(newSecret()).bytes).toHaveLength(20)
  })
})

describe('wrong ones', () => {
  const wrong = (times: number, at = NOW): Tally =>
    Array.from({ length: times }).reduce<Tally>(tally => oneMore(tally, at), { tries: 0, since: at, lastAt: at })

  it('are waited for longer and longer, and never longer than the longest', () => {
    expect([0, 4, 5, 6, 7, 11, 12, 5000].map(tries => waitAfter(tries, USUAL_LIMITS) / 1000)).toEqual([
      0, 0, 5, 10, 20, 300, 300, 300,
    ])
  })

  it.each([-HOUR, HOUR, -10_000, -24 * HOUR])('hold up no longer when the clock is set by %i ms', shift => {
    const longest = USUAL_LIMITS.longestWait * 1000
    const tally = asOf(wrong(20), NOW + shift, USUAL_LIMITS)
    const wait = waitAfter(tally.tries, USUAL_LIMITS)
    expect(leftOf(tally, wait, NOW + shift)).toBeLessThanOrEqual(longest)
    expect(leftOf(asOf(tally, NOW + shift + longest, USUAL_LIMITS), wait, NOW + shift + longest)).toBe(0)
    expect(asOf(tally, NOW + shift + USUAL_LIMITS.window * 1000 + 1, USUAL_LIMITS).tries).toBe(0)
  })

  it('of an address count for its network where it has more addresses than anybody could count', () => {
    expect(['10.1.2.3', '::ffff:10.1.2.3'].map(networkOf)).toEqual(['10.1.2.3', '10.1.2.3'])
    expect(['2001:db8:0:1::5', '2001:0DB8:0000:0001:a:b:c:d', '2001:db8::1:0:0:0:9'].map(networkOf)).toEqual([
      '2001:db8:0:1::/64',
      '2001:db8:0:1::/64',
      '2001:db8:0:1::/64',
    ])
    expect(['::1', 'fe80::1%eth0', '2001:db8:0:2::5'].map(networkOf)).toEqual([
      '0:0:0:0::/64',
      'fe80:0:0:0::/64',
      '2001:db8:0:2::/64',
    ])
  })
})

describe('R5.02 passwords', () => {
  const person: PersonNames = {
    username: 'zhangwei1',
    nickName: '张伟',
    orgName: '淮南市市场监管局',
    customerName: '淮南市',
    phone: '13800009001',
  }

  it.each([
    ['Aa123456', '常见的密码'],
    ['Abc123456', '常见的密码'],
    ['Admin123', '常见的密码'],
    ['Woaini520', '常见的密码'],
    ['Woaini1314', '常见的密码'],
    ['Qwer1234', '常见的密码'],
    ['P@ssw0rd1', '常见的密码'],
    ['Aa111111', '常见的密码'],
    ['Aa5201314', '常见的密码'],
    ['Wangjian2025', '常见的密码'],
    ['Scjg12315', '常见的密码'],
    ['Anhui12345', '常见的密码'],
    ['Huainan2025', '单位的名字'],
    ['Zhangwei88', '姓名'],
    ['xZhangWei1x', '登录名'],
    ['Mm009001x', '手机号码'],
    ['Ａａ１２３４５６', '常见的密码'],
  ])('%s is refused, with the reason', async (password, reason) => {
    expect(isStrong(password)).toBe(true)
    expect(await whyWeak(password, person)).toContain(reason)
  })

  it.each(['Better2025', 'Xk7mQ2', 'Tree horse 7', '红苹果Ab1'])('%s is taken', async password => {
    expect([isStrong(password), await whyWeak(password, person)]).toEqual([true, undefined])
  })

  it('are compared as typed; one-time passwords and those of before without the blanks around them', async () => {
    const [exact, once] = [await hashPassword(' Better2025'), await hashOneTimePassword('Better2025')]
    expect([await passwordMatches(' Better2025', exact), await passwordMatches('Better2025', exact)]).toEqual([
      true,
      false,
    ])
    expect([await passwordMatches(' Better2025\n', once), await passwordMatches('better2025', once)]).toEqual([
      true,
      false,
    ])
    expect(await passwordMatches('Better2025', undefined)).toBe(false)
  })
})

describe('what has to be read again', () => {
  const [key, other] = ['k'.repeat(32), 'o'.repeat(32)]

  it('is sealed with a key, for one person, and read with that key alone', () => {
    const kept = sealWith(key).seal('SECRET', 'user-1')
    expect(kept).not.toContain('SECRET')
    expect(sealWith(key).open(kept, 'user-1')).toBe('SECRET')
    for (const open of [
      () => sealWith(key).open(kept, 'user-2'),
      () => sealWith(other).open(kept, 'user-1'),
      () => sealWith(undefined).open(kept, 'user-1'),
      () => sealWith(key).open(`${kept.slice(0, -4)}AAAA`, 'user-1'),
    ])
      expect(open).toThrow()
  })

  it('is read on when a key comes later', () => {
    expect(sealWith(key).open(sealWith(undefined).seal('SECRET', 'user-1'), 'user-1')).toBe('SECRET')
  })
})

describe('a second factor', () => {
  const scoped = (options: object) => ({ app: { options } }) as ScopedConfiguration
  const user = { id: '1' } as SignedIn

  it('is required by the customer’s option or by a role, of whoever has none yet', () => {
    const [asks, asksNot] = [scoped({ secondFactor: true }), scoped({ secondFactor: false })]
    expect([
      needsFactor(asks, user),
      needsFactor(asksNot, user),
      needsFactor(asksNot, { ...user, wantsFactor: true }),
    ]).toEqual([true, false, true])
    expect([
      withDuty(asks, user).mustEnrol,
      withDuty(asks, { ...user, hasFactor: true }).mustEnrol,
      withDuty(asksNot, user).mustEnrol,
    ]).toEqual([true, undefined, undefined])
  })
})
