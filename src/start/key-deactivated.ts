/** The message is one line for a person. */
export class KeyDeactivated extends Error {
  override name = 'KeyDeactivated' as const

  constructor() {
    super(
      'SERVICE_API_KEY is a key that was deactivated, and it stays so: set another, such as one made with openssl rand -hex 24.',
    )
  }
}
