"""The tests hand over their own driver; asking for the default one is a mistake."""


def getI2CDriver():  # the name is SparkFun's
    raise AssertionError("the test must pass i2c_driver")
