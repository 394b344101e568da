import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { securityHeaders } from '../../../../src/server/http/guard/headers.ts'
import { readSettings, type Settings } from '../../../../src/server/start/settings/environment.ts'
import { StartRefusal } from '../../../../src/server/start/settings/refusal.ts'

const read = (env: Record<string, string>): Settings => readSettings(env, '/srv/product')

describe('the settings of a server', () => {
  it('are safe where nothing is said: this machine alone, no proxy believed, data in the folder of the product', () => {
    expect(read({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      trustProxy: false,
      dataDir: '/srv/product/data',
      configDir: '/srv/product',
      databaseUrl: undefined,
      secretKey: undefined,
      demo: true,
      embeddedSync: true,
      keepManagers: true,
      keepCustomers: true,
      logLevel: 'warn',
    })
  })

  it('R2.27 name an online map with its key and origins, which the policy of every answer then lets in', async () => {
    const env = { MAP_SCRIPT: 'https://map.example/maps', MAP_KEY: 'k', MAP_ORIGINS: 'https://*.tiles.example' }
    const { mapService } = read(env)
    expect(mapService).toEqual({ script: env.MAP_SCRIPT, key: 'k', origins: ['https://*.tiles.example'] })
    const policyOf = async (service: typeof mapService): Promise<string> => {
      const app = Fastify()
      securityHeaders(app, { mapService: service })
      return String((await app.inject({ url: '/' })).headers['content-security-policy'])
    }
    expect(await policyOf(mapService)).toContain("script-src 'self' https://map.example https://*.tiles.example;")
    expect(await policyOf(read({}).mapService)).toContain("script-src 'self';")
    for (const wrong of [{ MAP_KEY: 'k' }, { MAP_SCRIPT: env.MAP_SCRIPT }, { ...env, MAP_ORIGINS: "'unsafe-inline'" }])
      expect(() => read(wrong as Record<string, string>), JSON.stringify(wrong)).toThrow(StartRefusal)
  })

  it('take an empty variable, as files for environments write it, for one that is not there', () => {
    const names = ['HOST', 'DATA_DIR', 'CONFIG_DIR', 'DATABASE_URL', 'UPSTREAM_API', 'TRUST_PROXY', 'LOG_LEVEL']
    const more = [
      'RATE_LIMIT',
      'MAX_CONNECTIONS',
      'SLOW_SECONDS',
      'DRAIN_SECONDS',
      'DB_LOCK_SECONDS',
      'SECRET_KEY',
      'EMBEDDED_SYNC',
    ]
    const { environment: _, ...said } = read(Object.fromEntries([...names, ...more].map(name => [name, ''])))
    const { environment: __, ...plain } = read({})
    expect(said).toEqual(plain)
  })

  it.each([
    ['0', false],
    ['1', 1],
    ['2', 2],
    ['10.0.0.0/8,127.0.0.1', '10.0.0.0/8,127.0.0.1'],
  ])('believe %s proxies', (said, believed) => {
    expect(read({ TRUST_PROXY: said }).trustProxy).toBe(believed)
  })

  it('count in seconds where people write and in milliseconds where the server waits', () => {
    expect(
      read({
        DB_CONNECT_SECONDS: '7',
        DB_STATEMENT_SECONDS: '90',
        SLOW_SECONDS: '3',
        DRAIN_SECONDS: '0',
        DRAIN_ANNOUNCE: '5',
      }),
    ).toMatchObject({
      databaseLimits: { connect: 7000, statement: 90_000 },
      patience: { slowMs: 3000 },
      drain: { limitMs: 0, announceMs: 5000 },
    })
  })

  it.each([
    ['PORT', '65536', /no port number/],
    ['PORT', '-1', /no port number/],
    ['PORT', '80.5', /no port number/],
    ['PORT', 'http', /no port number/],
    ['LOG_LEVEL', 'loud', /no log level/],
    ['RATE_LIMIT', '-5', /0 or a positive integer/],
    ['RATE_LIMIT', '1e3', /0 or a positive integer/],
    ['MAX_CONNECTIONS', '0', /positive integer/],
    ['SLOW_SECONDS', '0', /positive integer/],
    ['DB_STATEMENT_SECONDS', '1.5', /should be seconds/],
    ['DB_STATEMENT_SECONDS', '1000000', /should be seconds/],
    ['DATABASE_URL', 'mysql://x/y', /no valid address/],
    ['UPSTREAM_API', 'ftp://x/y', /no valid address/],
    ['UPSTREAM_FILES', 'files.example', /no valid address/],
    ['SECRET_KEY', 'k'.repeat(31), /too short/],
  ])('refuse %s=%s in words', (name, value, words) => {
    expect(() => read({ [name]: value })).toThrow(StartRefusal)
    expect(() => read({ [name]: value })).toThrow(words)
  })

  it('take what lies just within', () => {
    expect(read({ PORT: '0' }).port).toBe(0)
    expect(read({ PORT: '65535' }).port).toBe(65_535)
    expect(read({ RATE_LIMIT: '0' }).rateLimit).toBe(0)
    expect(read({ SECRET_KEY: 'k'.repeat(32) }).secretKey).toHaveLength(32)
    expect(read({ DATABASE_URL: 'postgresql://x/y' }).databaseUrl).toBe('postgresql://x/y')
  })
})
