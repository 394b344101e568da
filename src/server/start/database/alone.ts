import { bePresent, OthersConnected, whileAlone, type OtherProgram } from '../../db/postgres/others.ts'
import type { Log } from '../../product/product.ts'
import type { Settings } from '../settings/environment.ts'
import { messageOf, StartRefusal } from '../settings/refusal.ts'

type Where = Pick<Settings, 'databaseUrl' | 'databaseDirectUrl' | 'databaseLimits'>

function lineOf({ address, name, place, connections, since, pids }: OtherProgram): string {
  const [machine, process] = place?.split(' ') ?? []
  const [at, where] = address === '' ? ['本机', 'this machine'] : [address, address]
  const [who, whom] = machine
    ? [`主机 ${machine} 进程 ${process}`, `host ${machine}, process ${process}`]
    : [name || '未命名', name || 'without a name']
  const backends = pids.length > 3 ? `${pids.slice(0, 3).join(' ')} …` : pids.join(' ')
  return (
    `  ${at}：${who}，${connections} 个连接，${since} 起（pid ${backends}） / `
    + `${where}: ${whom}, ${connections} connections since ${since}`
  )
}

/** What must not be done while others write, and why not. */
type Words = readonly [chinese: string, english: string]

function refusal({ others }: OthersConnected, [chinese, english]: Words): StartRefusal {
  return new StartRefusal(
    `还有别的程序连着这个数据库，${chinese}。请先停止下面的服务、断开下面的连接，再试一次。`
      + '（停止后经 PgBouncer 的连接仍在时，在它的管理库执行 RECONNECT；断电的机器的连接一分钟后消失。）',
    `Others are connected to this database: ${english}. End the servers and connections below, and try again. (Where `
      + 'those of a PgBouncer stay, RECONNECT in its administration; those of a machine without power '
      + 'go within a minute.)',
    others.map(lineOf),
  )
}

/**
 * Does what replaces data while nobody else can write; `look` of the work refuses whoever has come all the same. The
 * embedded database belongs to one process anyway.
 */
export async function alone<T>(
  { databaseUrl, databaseDirectUrl, databaseLimits }: Where,
  words: Words,
  work: (look: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const url = databaseDirectUrl ?? databaseUrl
  if (url === undefined) return work(async () => {})
  try {
    return await whileAlone(url, databaseLimits.connect, work)
  } catch (error) {
    throw error instanceof OthersConnected ? refusal(error, words) : error
  }
}

/** Makes a server known to whoever would replace its data, and waits while somebody does; returns how it ends. */
export async function present(
  { databaseUrl, databaseDirectUrl, databaseLimits }: Where,
  log: Log,
): Promise<() => Promise<void>> {
  const url = databaseDirectUrl ?? databaseUrl
  if (url === undefined) return async () => {}
  return bePresent(url, databaseLimits.connect, {
    waits: () =>
      log.info('正在恢复备份，恢复完就启动 / a backup is being restored: the server starts when it has ended'),
    fails: error =>
      log.error(
        `为防止数据在服务运行时被替换，每个实例要多占一个连接，现在没有得到（${messageOf(error)}），会继续尝试；经 PgBouncer 时请调大 `
          + `wangjian_direct 的 pool_size / the connection by which a restore knows of this server cannot be had and is `
          + `tried again: behind a PgBouncer raise the pool_size of wangjian_direct`,
      ),
  })
}
