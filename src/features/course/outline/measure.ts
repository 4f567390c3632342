/** How long a video is, as this browser plays it: what a browser recorded says it nowhere, and is found by going to its end. */
const patience = 20_000

/** @returns seconds; 0 where this browser cannot play it */
export function secondsOfVideo(file: Blob): Promise<number> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  return new Promise<number>((done) => {
    const end = (seconds: number) => {
      clearTimeout(timer)
      video.removeAttribute('src')
      video.load()
      URL.revokeObjectURL(url)
      done(Number.isFinite(seconds) ? Math.round(seconds * 100) / 100 : 0)
    }
    const timer = setTimeout(() => end(0), patience)
    video.preload = 'metadata'
    video.onloadedmetadata = () => {
      if (Number.isFinite(video.duration)) end(video.duration)
      else {
        video.ontimeupdate = () => end(video.currentTime)
        video.ondurationchange = () => Number.isFinite(video.duration) && end(video.duration)
        video.currentTime = 1e7
      }
    }
    video.onerror = () => end(0)
    video.src = url
  })
}
