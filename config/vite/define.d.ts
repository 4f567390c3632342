interface ImportMetaEnv {
  /** False in a build made with RANGE_API=foreign: code behind it, the failure mock of session storage, is left out. */
  readonly VITE_FAULTS: boolean
  /** On the development server the project's folder, by which our own style tags are told from a host's; empty in a build. */
  readonly VITE_DEV_ROOT: string
}
