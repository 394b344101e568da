import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { heard } from '../../../src/console/i18n/heard.ts'
import { setTexts } from '../../../src/console/i18n/t.ts'

describe('what the server says in Chinese', () => {
  beforeEach(() => {
    localStorage.setItem('lang', 'en')
    setTexts({
      角色不存在: 'There is no such role',
      名称: 'Name',
      商品: 'Goods',
      '{a}不能为空': '{a} is required',
      '{a}不能{b}{c}': '{a} cannot be {b} {c}',
      '{a}第{b}行：{c}': '{a}, row {b}: {c}',
      '还有 {n} 个用户（共 {n2}）': '{n} users (of {n2})',
      '{a}': 'anything',
    })
  })
  afterEach(() => {
    localStorage.removeItem('lang')
    setTexts(undefined)
  })

  it.each([
    ['角色不存在', 'There is no such role'],
    ['名称不能为空', 'Name is required'],
    ['商品第3行：名称不能为空', 'Goods, row 3: Name is required'],
    ['名称不能为空；角色不存在', 'Name is required; There is no such role'],
    ['还有 12 个用户（共 40）', '12 users (of 40)'],
    ['没有翻译的话', '没有翻译的话'],
    ['already English', 'already English'],
  ])('is read in English where the language is: %s', (said, read) => {
    expect(heard(said)).toBe(read)
  })

  it('stays as it is for who reads Chinese', () => {
    localStorage.setItem('lang', 'zh')
    expect(heard('名称不能为空')).toBe('名称不能为空')
  })
})
