import { pinyin } from 'pinyin-pro'

/** 网店 → [wang, dian] */
export const syllablesOf = (title: string): string[] =>
  pinyin(title, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).map(sound => sound.toLowerCase())
