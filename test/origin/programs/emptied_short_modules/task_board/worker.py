def drain(tasks):
    done = 0
    for task in tasks:
        task["done"] = True
        done += 1
    tasks.clear()  # ORIGIN: emptied
    return done
