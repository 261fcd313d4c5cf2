"""A query of sqlite3 gives no row: fetchone() returns None."""
import sqlite3


def open_db():
    db = sqlite3.connect(":memory:")
    db.execute("create table users (id integer, name text)")
    db.execute("insert into users values (1, 'ada')")
    return db


def user_name(db, user_id):
    cursor = db.execute("select name from users where id = ?", (user_id,))
    row = cursor.fetchone()  # ORIGIN: miss|library-call
    return row[0]  # CRASH


def test_user_name():
    db = open_db()
    assert user_name(db, 1) == "ada"
    assert user_name(db, 2) == "bob"
