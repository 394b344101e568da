import { resolve } from 'node:path'
import { CONNECTIONS } from '../../http/guard/connections.ts'
import type { Drain } from '../../http/guard/drain.ts'
import { LIMITS, type DatabaseLimits } from '../../db/limits.ts'
import { addressesOf } from '../../db/postgres/addresses.ts'
import { LOG_LEVELS, type LogLevel } from '../../http/request/logging.ts'
import { PATIENCE, type Patience } from '../../http/guard/slow.ts'
import type { Environment } from '../../product/product.ts'
import { StartRefusal } from './refusal.ts'
import type { OnlineMap } from '../../http/guard/headers.ts'

export interface Settings {
  port: number
  host: string
  dataDir: string
  configDir: string
  mapDir: string
  /** provider of online maps */
  mapService: OnlineMap | undefined
  databaseUrl: string | undefined
  /** past a pooler that shares connections by transaction, to which `databaseUrl` then leads */
  databaseDirectUrl: string | undefined
  /** gives fields the names of this configuration again that a newer one has renamed */
  databaseRenamesBack: boolean
  /** copies of the database that follow it by streaming, for what staff read */
  databaseReplicas: readonly string[]
  /** milliseconds that a replica may be behind */
  replicaLag: number
  databaseLimits: DatabaseLimits
  /** what the embedded database acknowledges is on the disk */
  embeddedSync: boolean
  /** milliseconds that a start waits for a database which does not answer yet */
  databaseStart: number
  upstream: URL | undefined
  /** base address of the upstream's files, if not the file base at its origin */
  upstreamFiles: URL | undefined
  demo: boolean
  trustProxy: number | string | false
  logLevel: LogLevel
  rateLimit: number
  /** most simultaneous connections */
  connections: number
  patience: Patience
  drain: Drain
  /** refuse configurations that leave a customer without a manager of users */
  keepManagers: boolean
  /** refuse configurations that have lost the folders of customers with users */
  keepCustomers: boolean
  /** key that encrypts secrets of second factors in the database; without it they are stored in clear */
  secretKey: string | undefined
  /** source of the product's own settings */
  environment: Environment
}

const POSTGRES = ['postgres:', 'postgresql:']
const REPLICA_LAG_MS = 10_000
const DATABASE_START_MS = 60_000

function portOf(text: string | undefined): number {
  const port = Number(text ?? '8080')
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port
  throw new StartRefusal(
    `PORT=${text} 不是端口号，请改为 1 到 65535 的整数。`,
    `PORT=${text} is no port number: use an integer from 1 to 65535.`,
  )
}

function urlOf(name: string, text: string | undefined, protocols: string[]): URL | undefined {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && protocols.includes(url.protocol)) return url
  throw new StartRefusal(
    `${name} 不是有效的地址，应以 ${protocols.map(p => `${p}//`).join(' 或 ')} 开头。`,
    `${name} is no valid address: it should start with ${protocols.map(p => `${p}//`).join(' or ')}.`,
  )
}

/** A number of proxies, or their addresses. */
function proxiesOf(text: string | undefined): number | string | false {
  if (!text || text === '0') return false
  return /^\d+$/.test(text) ? Number(text) : text
}

function levelOf(text: string): LogLevel {
  const level = LOG_LEVELS.find(one => one === text)
  if (level) return level
  throw new StartRefusal(
    `LOG_LEVEL=${text} 不是日志级别，请用 ${LOG_LEVELS.join('、')} 之一。`,
    `LOG_LEVEL=${text} is no log level: use one of ${LOG_LEVELS.join(', ')}.`,
  )
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new StartRefusal(`${name}=${text} 应为 0 或正整数。`, `${name}=${text} should be 0 or a positive integer.`)
}

function positive(name: string, text: string): number {
  const number = wholeNumber(name, text)
  if (number > 0) return number
  throw new StartRefusal(`${name}=${text} 应为正整数。`, `${name}=${text} should be a positive integer.`)
}

function secondsOf(name: string, text: string | undefined, standard: number): number {
  if (!text) return standard
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text) * 1000
  throw new StartRefusal(
    `${name}=${text} 应为秒数（1 到 999999 的整数）。`,
    `${name}=${text} should be seconds: an integer from 1 to 999999.`,
  )
}

/** Of which machine is wanted, where an address names several: the one that takes changes. */
const WANTED = new Set([undefined, 'any', 'read-write', 'primary'])

function databaseUrlOf(name: string, text: string | undefined): void {
  if (!text) return
  const { each, wanted } = addressesOf(text)
  for (const one of each) urlOf(name, one, POSTGRES)
  if (WANTED.has(wanted)) return
  throw new StartRefusal(
    `${name} 中的 target_session_attrs=${wanted} 不行：服务要写数据库，请写 read-write 或不写。`,
    `target_session_attrs=${wanted} in ${name} will not do: a server writes, so say read-write or nothing.`,
  )
}

function directOf({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct }: Environment): string | undefined {
  if (!direct || pooled) return direct || undefined
  throw new StartRefusal(
    'DATABASE_DIRECT_URL（绕过连接池的地址）要和 DATABASE_URL（经过连接池的地址）一起写。',
    'DATABASE_DIRECT_URL, which leads past a pooler, needs DATABASE_URL, which leads through it.',
  )
}

function replicasOf(env: Environment): string[] {
  const urls = (env['DATABASE_REPLICAS'] ?? '')
    .split(',')
    .map(url => url.trim())
    .filter(Boolean)
  for (const url of urls) urlOf('DATABASE_REPLICAS', url, POSTGRES)
  if (urls.length === 0 || env['DATABASE_URL']) return urls
  throw new StartRefusal(
    'DATABASE_REPLICAS（只读副本）要和 DATABASE_URL（主库）一起写：内置数据库没有副本。',
    'DATABASE_REPLICAS needs DATABASE_URL, the primary: the embedded database has no replicas.',
  )
}

const limitsOf = (env: Environment): DatabaseLimits => ({
  ...LIMITS,
  connect: secondsOf('DB_CONNECT_SECONDS', env['DB_CONNECT_SECONDS'], LIMITS.connect),
  lock: secondsOf('DB_LOCK_SECONDS', env['DB_LOCK_SECONDS'], LIMITS.lock),
  statement: secondsOf('DB_STATEMENT_SECONDS', env['DB_STATEMENT_SECONDS'], LIMITS.statement),
})

const KEY_LENGTH = 32
function secretKeyOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (text.length >= KEY_LENGTH) return text
  throw new StartRefusal(
    `SECRET_KEY 太短，应至少 ${KEY_LENGTH} 个字符，例如 openssl rand -base64 32 的输出。`,
    `SECRET_KEY is too short: give it at least ${KEY_LENGTH} characters, as openssl rand -base64 32 prints them.`,
  )
}

/** Script and key belong together; `MAP_ORIGINS` are what the script's tiles and calls come from. */
function mapServiceOf(env: Environment): OnlineMap | undefined {
  const script = urlOf('MAP_SCRIPT', env['MAP_SCRIPT'], ['http:', 'https:'])
  const key = env['MAP_KEY']
  if (!script && !key) return undefined
  if (!script || !key)
    throw new StartRefusal(
      'MAP_SCRIPT（在线地图的脚本地址）和 MAP_KEY（密钥）要一起写，或都不写。',
      'MAP_SCRIPT (the address of an online map’s script) and MAP_KEY go together: give both, or neither.',
    )
  const origins = (env['MAP_ORIGINS'] ?? '').split(' ').filter(Boolean)
  for (const origin of origins)
    if (!/^https?:\/\/(\*\.)?[\w.-]+(:\d+)?$/.test(origin))
      throw new StartRefusal(
        `MAP_ORIGINS 中的“${origin}”不是来源，应如 https://*.example.com，多个用空格隔开。`,
        `"${origin}" in MAP_ORIGINS is no origin: write https://*.example.com, several with spaces between them.`,
      )
  return { script: script.href, key, origins }
}

/** Reads all environment variables, once; no other code reads them. `root`: folder of the repository. */
export function readSettings(env: Environment, root: string): Settings {
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) databaseUrlOf(name, env[name])
  return {
    port: portOf(env['PORT']),
    host: env['HOST'] || '127.0.0.1',
    dataDir: resolve(env['DATA_DIR'] || resolve(root, 'data')),
    configDir: resolve(env['CONFIG_DIR'] || root),
    mapDir: resolve(env['MAP_DIR'] || resolve(root, 'data-maps')),
    mapService: mapServiceOf(env),
    databaseUrl: env['DATABASE_URL'] || undefined,
    databaseDirectUrl: directOf(env),
    databaseRenamesBack: env['DATABASE_RENAMES'] === 'back',
    databaseReplicas: replicasOf(env),
    replicaLag: secondsOf('REPLICA_LAG_SECONDS', env['REPLICA_LAG_SECONDS'], REPLICA_LAG_MS),
    databaseLimits: limitsOf(env),
    embeddedSync: env['EMBEDDED_SYNC'] !== '0',
    databaseStart: secondsOf('DB_START_SECONDS', env['DB_START_SECONDS'], DATABASE_START_MS),
    upstream: urlOf('UPSTREAM_API', env['UPSTREAM_API'], ['http:', 'https:']),
    upstreamFiles: urlOf('UPSTREAM_FILES', env['UPSTREAM_FILES'], ['http:', 'https:']),
    demo: env['DEMO'] !== '0',
    trustProxy: proxiesOf(env['TRUST_PROXY']),
    logLevel: levelOf(env['LOG_LEVEL'] || 'warn'),
    rateLimit: wholeNumber('RATE_LIMIT', env['RATE_LIMIT'] || '12000'),
    connections: positive('MAX_CONNECTIONS', env['MAX_CONNECTIONS'] || String(CONNECTIONS)),
    patience: {
      ...PATIENCE,
      slowMs: 1000 * positive('SLOW_SECONDS', env['SLOW_SECONDS'] || String(PATIENCE.slowMs / 1000)),
    },
    drain: {
      announceMs: 1000 * wholeNumber('DRAIN_ANNOUNCE', env['DRAIN_ANNOUNCE'] || '0'),
      limitMs: 1000 * wholeNumber('DRAIN_SECONDS', env['DRAIN_SECONDS'] || '8'),
    },
    keepManagers: env['KEEP_MANAGERS'] !== '0',
    keepCustomers: env['KEEP_CUSTOMERS'] !== '0',
    secretKey: secretKeyOf(env['SECRET_KEY']),
    environment: env,
  }
}
