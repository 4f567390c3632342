/** The core of video.js, without what plays streams: its package has types for the whole alone. */
declare module 'video.js/core.es.js' {
  import videojs from 'video.js'
  export default videojs
}
declare module 'video.js/dist/lang/*.json' {
  const words: Record<string, string>
  export default words
}
