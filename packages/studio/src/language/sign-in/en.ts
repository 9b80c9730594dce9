/** What the page says on which people sign in, which the hub itself makes. */
export const signInPageStrings = {
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  stay: 'Stay signed in on this device',
  submit: 'Sign in',
  register: 'Make an account with these',
  noScript: 'Signing in on this page needs JavaScript.',
  unreachable: 'The hub cannot be reached. Try again.',
  wrong: 'The email or the password is wrong.',
};

/** Other languages have all of these texts and no others, or they do not compile. */
export type SignInPageStrings = typeof signInPageStrings;
