import { describe, expect, it } from 'vitest'
import { addressesOf, named } from '../../../../src/server/db/postgres/addresses.ts'

describe('an address of a database', () => {
  it('of one machine is left as it is', () => {
    for (const url of [
      'postgres://me:s%40cret@10.0.0.1:5433/name?sslmode=require&application_name=x',
      'postgresql://localhost/name',
      'postgres://me@[::1]:5432/name',
      'postgres:///name?host=/run/postgresql',
    ])
      expect(addressesOf(url)).toEqual({ each: [url], wanted: undefined })
  })

  it('of several is taken apart, in libpq’s form', () => {
    expect(
      addressesOf('postgres://me:p,w@10.0.0.1:5432,two.example,[fd00::3]:5434/name?target_session_attrs=read-write'),
    ).toEqual({
      each: [
        'postgres://me:p,w@10.0.0.1:5432/name',
        'postgres://me:p,w@two.example/name',
        'postgres://me:p,w@[fd00::3]:5434/name',
      ],
      wanted: 'read-write',
    })
    expect(
      addressesOf('postgres://me:a@b@one,two/name?sslmode=require&target_session_attrs=any&connect_timeout=3').each,
    ).toEqual([
      'postgres://me:a@b@one/name?sslmode=require&connect_timeout=3',
      'postgres://me:a@b@two/name?sslmode=require&connect_timeout=3',
    ])
  })

  it('is said without its password', () => {
    expect(named('postgres://me:topsecret@one:5433,two/name?target_session_attrs=primary')).toBe(
      'one:5433,two:5432/name',
    )
    expect(named('postgres://me:topsecret@one/name')).toBe('one:5432/name')
  })
})
