import './Brand.css'

/** The product's mark: a range ring that is open where the target stands. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg className="mg-mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M14.6 3.9a8.5 8.5 0 1 0 5.5 5.5" />
      <path d="M13.4 8a4.25 4.25 0 1 0 2.6 2.6" />
      <path d="M12 12l5.3-5.3" />
      <circle cx="18.7" cy="5.3" r="2.3" />
    </svg>
  )
}

export function Brand({ name }: { name: string }) {
  return (
    <span className="mg-brand">
      <Mark />
      <span className="mg-brand-name">{name}</span>
    </span>
  )
}
