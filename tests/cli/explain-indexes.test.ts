import { describe, expect, it } from 'vitest'
import { explainIndexes, indexLines } from '../../src/cli/explain-indexes.ts'
import { readConfig } from '../../src/cli/read-config.ts'
import { runExplain } from '../../src/cli/run-explain.ts'
import { checkProject } from '../../src/core/index.ts'

const ROOT = 'tests/cases/_base'
function printed(...argv: string[]): { code: number; text: string } {
  let text = ''
  const add = (line: string): void => void (text += `${line}\n`)
  return { code: runExplain([...argv, '--root', ROOT], { out: add, err: add }), text }
}

describe('explain --indexes', () => {
  const files = readConfig(ROOT).map(file =>
    file.path === 'schemas/entities/shop.yaml' ? { ...file, text: `${file.text}\nvolume: large\n` } : file,
  )
  const lines = (language: 'zh' | 'en'): string[] => {
    const says = explainIndexes(checkProject(files), 'shop')
    return says ? indexLines(says, language) : []
  }

  it('says which pages want an index, with key and place', () => {
    const text = lines('en')
    expect(text[0]).toBe('shop  volume: large')
    const at = text.findIndex(line => line.startsWith('updateTime desc'))
    expect(text[at + 2]).toMatch(/^ {4}data\/shop {2}sort {2}schemas\/pages\/data\/shop\.yaml:\d+:7$/)
    expect(text[at + 1]).toMatch(/^ {4}holds: /)
  })

  it('says it in Chinese too', () => {
    expect(lines('zh').join('\n')).toContain('updateTime desc  (全国的列表)')
  })

  it('of a small entity says that its filters read the table whole', () => {
    const { code, text } = printed('--indexes', 'shop', '--lang', 'en')
    expect(code).toBe(0)
    expect(text).toContain('shop  volume: small')
    expect(text).toMatch(/data\/shop {2}filters\.\w+ {2}\S+:\d+:\d+ {2}the table is small and read whole/)
  })

  it('is data with --json, and names what was meant', () => {
    const { text } = printed('--indexes', 'shop', '--json')
    expect(JSON.parse(text)).toMatchObject({
      entity: 'shop',
      volume: 'small',
      indexes: [{ purpose: 'area' }, { purpose: 'value' }],
    })
    const missed = printed('--indexes', 'shpo', '--lang', 'en')
    expect(missed.code).toBe(1)
    expect(missed.text).toContain('Did you mean shop?')
  })
})
