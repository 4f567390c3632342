/**
 * The core of video.js with its words in our languages, loaded with the first video. It would write style elements into the page's head, which
 * may be a host's: it is told not to for as long as a player is there.
 */
import type videojs from 'video.js'
import 'video.js/dist/video-js.css'

export type Videojs = typeof videojs
export type VideoJsPlayer = ReturnType<Videojs>

const flag = 'VIDEOJS_NO_DYNAMIC_STYLE'
let players = 0
/** @returns what takes it back */
export function withoutStyleElements(): () => void {
  players++
  Object.defineProperty(globalThis, flag, { value: true, configurable: true, enumerable: false })
  return () => {
    players--
    if (players === 0) Reflect.deleteProperty(globalThis, flag)
  }
}

/** Our languages by its names for them (videojs/video.js, `lang/`). */
const names = { 'en-US': 'en', 'zh-CN': 'zh-cn' } as const
export const playerLanguage = (locale: 'en-US' | 'zh-CN'): string => names[locale]

export async function loadVideojs(): Promise<Videojs> {
  const back = withoutStyleElements()
  try {
    const [{ default: made }, { default: en }, { default: zh }] = await Promise.all([
      import('video.js/core.es.js'),
      import('video.js/dist/lang/en.json'),
      import('video.js/dist/lang/zh-CN.json'),
    ])
    made.addLanguage(names['en-US'], en)
    made.addLanguage(names['zh-CN'], zh)
    made.log.level('off')
    return made
  } finally {
    back()
  }
}
