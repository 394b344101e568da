import { hasErrors } from '../../core/index.ts'
import { compile, diagnosticLine, LiveConfiguration, type Compiled } from '../config/live.ts'
import { readConfigFolder, watchConfigFolder, type Watching } from './config-folder.ts'
import { messageOf, StartRefusal } from './refusal.ts'

/** At the start there is no last good configuration to fall back on: problems end it. */
export async function firstConfiguration(root: string): Promise<LiveConfiguration> {
  const { compiled, diagnostics } = compile(await readConfigFolder(root))
  if (compiled) return new LiveConfiguration(compiled)
  const errors = diagnostics.filter(one => one.severity === 'error')
  throw new StartRefusal(
    `配置有 ${errors.length} 处错误，服务没有启动。请按下面的位置修改后重试。`,
    `The configuration has ${errors.length} error(s), so the server does not start. Mend them at the places below and try again.`,
    errors.map(diagnosticLine),
  )
}

export interface Log { info(line: string): void; error(line: string): void }

/** Takes over edits while the server runs, one after the other. */
export async function followEdits(root: string, live: LiveConfiguration, prepare: (next: Compiled) => Promise<void>, log: Log): Promise<Watching> {
  let last = Promise.resolve()
  const reload = async (): Promise<void> => {
    try {
      const diagnostics = await live.replace(await readConfigFolder(root), prepare)
      if (hasErrors(diagnostics)) log.error(['配置有错误，继续使用上一个正确的版本 / the edit has errors, the last good configuration stays:', ...diagnostics.map(diagnosticLine)].join('\n'))
      else log.info(`配置已更新 / configuration updated: ${live.configuration.version}`)
    } catch (error) {
      const details = error instanceof StartRefusal ? error.details : []
      log.error(['新配置没有生效 / the edit is not in force:', messageOf(error), ...details].join('\n'))
    }
  }
  return watchConfigFolder(root, () => { last = last.then(reload) })
}
