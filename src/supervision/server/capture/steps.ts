import type { Locator, Page } from 'playwright-core'
import { CaptureFailure, type CapturedFile, type CaptureStep, type StepKind } from './order.ts'

const STEP_TIME = 8000
const LONGEST_WAIT = 10

export interface Acting {
  page: Page
  files: CapturedFile[]
  log(what: string, result?: string): void
}

/** A target is the visible text of an element, or a selector after `css=`. */
const found = (page: Page, target: string): Locator =>
  (target.startsWith('css=') ? page.locator(target) : page.getByText(target)).first()
const field = (page: Page, target: string): Locator =>
  (target.startsWith('css=') ? page.locator(target) : page.getByPlaceholder(target).or(page.getByLabel(target))).first()

const ACTS: Record<StepKind, (acting: Acting, step: CaptureStep, index: number) => Promise<string>> = {
  wait: async ({ page }, { value }) => {
    const seconds = Math.min(Math.max(Number(value) || 1, 1), LONGEST_WAIT)
    await page.waitForTimeout(seconds * 1000)
    return `等待 ${seconds} 秒`
  },
  scroll: async ({ page }, { value }) => {
    const pixels = Math.max(Number(value) || 768, 1)
    await page.mouse.wheel(0, pixels)
    return `向下滚动 ${pixels} 像素`
  },
  click: async ({ page }, { target }) => {
    await found(page, target).click({ timeout: STEP_TIME })
    await page.waitForLoadState('load', { timeout: STEP_TIME }).catch(() => undefined)
    return `点击“${target}”`
  },
  fill: async ({ page }, { target, value }) => {
    await field(page, target).fill(value, { timeout: STEP_TIME })
    return `在“${target}”填写“${value}”`
  },
  shot: async ({ page, files }, _step, index) => {
    const name = `step-${String(index + 1).padStart(2, '0')}.png`
    files.push({ name, content: await page.screenshot({ timeout: STEP_TIME }) })
    return `截取当前画面：${name}`
  },
}

/** Runs the steps in order. A failing one aborts the capture, because the evidence would not show what was intended. */
export async function act(acting: Acting, steps: readonly CaptureStep[]): Promise<void> {
  for (const [i, step] of steps.entries()) {
    try {
      acting.log(await ACTS[step.kind](acting, step, i), acting.page.url())
    } catch {
      throw new CaptureFailure(`第 ${i + 1} 步没有做成：页面上没有“${step.target}”，或不能操作`)
    }
  }
}
