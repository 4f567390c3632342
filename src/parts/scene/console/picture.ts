/** Pictures of consoles. A terminal has no pixels of its own worth keeping, so its lines are drawn again. */
import { chartTokens } from '../../../theme/chart.ts'

const [size, line, margin] = [14, 19, 16] as const

export function drawLines(lines: readonly string[], element: Element): HTMLCanvasElement {
  const { panel, text } = chartTokens(element)
  const font = `${size}px ${getComputedStyle(element).getPropertyValue('--mg-mono').trim() || 'monospace'}`
  const canvas = document.createElement('canvas')
  const measure = canvas.getContext('2d')
  if (measure) measure.font = font
  const widest = Math.max(200, ...lines.map((l) => measure?.measureText(l).width ?? 0))
  canvas.width = Math.ceil(widest) + 2 * margin
  canvas.height = lines.length * line + 2 * margin
  const ink = canvas.getContext('2d')
  if (!ink) return canvas
  ink.fillStyle = panel
  ink.fillRect(0, 0, canvas.width, canvas.height)
  ink.font = font
  ink.fillStyle = text
  ink.textBaseline = 'top'
  lines.forEach((l, i) => ink.fillText(l, margin, margin + i * line))
  return canvas
}

export const pngOfCanvas = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((b) => (b ? resolve(b) : reject(new Error('nothing was drawn'))), 'image/png'),
  )
