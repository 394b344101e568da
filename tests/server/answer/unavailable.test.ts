import { describe, expect, it } from 'vitest'
import { OUTCOME_UNKNOWN } from '../../../src/core/contract/api.ts'
import {
  isAway,
  isStarting,
  OtherPrimary,
  OutcomeUnknown,
  unavailable,
  Unreachable,
} from '../../../src/server/answer/unavailable.ts'

const coded = (code: string, message = 'inside'): Error & { code: string } =>
  Object.assign(new Error(message), { code })

/** All classes of PostgreSQL 17, in the order of its manual. */
const CLASSES =
  '00 01 02 03 08 09 0A 0B 0F 0L 0P 0Z 20 21 22 23 24 25 26 27 28 2B 2D 2F 34 38 39 3B 3D 3F 40 42 44 53 54 55 57 58 72 F0 HV P0 XX'
const AWAY = new Set('08 28 3D 3F 53 55 57 58 F0'.split(' '))

describe('an error of the database', () => {
  it('is told by its class: away, or given up for another one, or a fault of ours', () => {
    const told = (code: string): string => unavailable(coded(code))?.message.slice(0, 9) ?? 'ours'
    for (const one of CLASSES.split(' ')) {
      const said = AWAY.has(one) ? '数据库暂时不可用，' : one === '40' ? '系统繁忙，本次操作' : 'ours'
      expect([one, told(`${one}ZZZ`)]).toEqual([one, said])
    }
  })

  it.each([
    ['28P01', '数据库暂时不可用'],
    ['28000', '数据库暂时不可用'],
    ['3D000', '数据库暂时不可用'],
    ['3F000', '数据库暂时不可用'],
    ['42501', '数据库暂时不可用'],
    ['53300', '数据库暂时不可用'],
    ['53100', '磁盘空间不足'],
    ['55000', '数据库暂时不可用'],
    ['55006', '请重试'],
    ['57P04', '数据库暂时不可用'],
    ['57P05', '数据库暂时不可用'],
    ['58030', '数据库暂时不可用'],
    ['25006', '当前是只读的'],
    ['42P01', '另一个版本'],
    ['08007', '不确定是否已保存'],
    ['40003', '不确定是否已保存'],
    ['ENETUNREACH', '数据库暂时不可用'],
    ['EDQUOT', '磁盘空间不足'],
  ])('%s is answered by 503', (code, words) => {
    expect(unavailable(coded(code))).toMatchObject({ status: 503, message: expect.stringContaining(words) as string })
  })

  it.each(['23505', '42601', '22P02', '25P02', 'ERR_ASSERTION', 'ENOENT', ''])('%s is a fault of ours', code => {
    expect([unavailable(coded(code)), isAway(coded(code))]).toEqual([undefined, false])
  })

  it('of a connection that could not be had means that it is away, whatever its reason', () => {
    for (const code of ['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'EMFILE', '28P01'])
      expect([code, isAway(new Unreachable(coded(code)))]).toEqual([code, true])
    expect(isAway(new Unreachable(new Error('The server does not support SSL connections')))).toBe(true)
  })

  it('where the answer to a commit is lost says so, to the console too', () => {
    const lost = new OutcomeUnknown(coded('ECONNRESET', 'read ECONNRESET'))
    expect(unavailable(lost)).toMatchObject({ status: 503, data: { reason: OUTCOME_UNKNOWN } })
    expect(isAway(lost)).toBe(true)
  })

  it('of another primary is told apart from one that is away', () => {
    expect(unavailable(new OtherPrimary('timeline 1'))?.message).toContain('已切换到另一台机器')
  })
})

describe('a start waits for', () => {
  it.each(['57P03', 'ECONNREFUSED', 'ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH', '53300', '08006'])('%s', code => {
    expect(isStarting(new Unreachable(coded(code)))).toBe(true)
  })
  it('a connection that takes too long', () => {
    expect(isStarting(new Unreachable(new Error('timeout exceeded when trying to connect')))).toBe(true)
  })
  it.each(['28P01', '28000', '3D000', 'ENOTFOUND', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', '42501'])(
    'not for %s, which does not mend itself',
    code => {
      expect(isStarting(new Unreachable(coded(code)))).toBe(false)
    },
  )
})
