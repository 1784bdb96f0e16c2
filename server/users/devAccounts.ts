import type { NewUser } from './userRepository.ts';

export const DEV_USER: NewUser = {
  email: 'dev-user@localhost',
  firstName: 'Dev',
  lastName: 'User',
  permissions: ['photos:read'],
};

export const DEV_ADMIN: NewUser = {
  email: 'dev-admin@localhost',
  firstName: 'Admin',
  lastName: 'Dev',
  permissions: ['admin'],
};

/** The dev accounts. A data folder may move from a trial into production, where nobody may sign in with them. */
export const DEV_EMAILS = [DEV_USER.email, DEV_ADMIN.email];
