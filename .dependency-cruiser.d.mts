import type { IConfiguration } from 'dependency-cruiser'

export interface CoreFolder {
  folder: string
  parts: readonly string[]
  imports: readonly string[]
}
export const CORE_LAYERS: readonly CoreFolder[]
export const SERVER_LAYERS: readonly string[]
export const CONSOLE_LAYERS: readonly string[]

declare const config: Required<Pick<IConfiguration, 'options'>> & {
  forbidden: (Extract<NonNullable<IConfiguration['forbidden']>[number], { from: object }> & {
    name: string
    comment: string
  })[]
}
export default config
